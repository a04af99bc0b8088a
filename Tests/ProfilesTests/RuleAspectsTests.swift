import Inspection
import InspectionRules
import Testing

@testable import Profiles

struct RuleAspectsTests {
    @Test(arguments: RuleAspects.rules.filter { !$0.hasPrefix("contract/") })
    func `a rule that is told with a difference is one of the rules`(_ rule: String) {
        #expect(RuleCatalogue.ofForms.rule(rule) != nil)
    }

    @Test func `most rules that are broken on one side only are told with what differs`() {
        let about = RuleCatalogue.ofForms.standard.filter { !$0.isGuard && !$0.id.hasPrefix("capture/") }
        let told = about.filter { !RuleAspects.traits(of: $0.id).isEmpty }
        #expect(told.count * 3 > about.count * 2)
    }
}
