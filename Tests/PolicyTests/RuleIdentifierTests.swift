import Inspection
import InspectionRules
import Pages
import Policy
import TestSupport
import Testing

/// Whatever names a rule by its id names one that is there.
struct RuleIdentifierTests {
    private static let rules = RuleCatalogue.ofForms.all + PageRules.all + ContractRules.catalogue
    private static let ids = Set(rules.map(\.id))
    private static let groups = Set(ids.compactMap { $0.split(separator: "/").first.map(String.init) })

    @Test func `every id of a rule that stands in the sources is known`() throws {
        // Cases of trials have ids of the same form, in groups of the same names.
        let named = try RuleSources.identifiers(below: "Sources", in: Self.groups)
            .filter { !$0.place.contains("Trials/Cases") }
        // Those of the rules themselves, and many more.
        #expect(named.count > Self.ids.count * 2)
        let unknown = named.filter { word in
            word.id.hasSuffix("-")
                ? !Self.ids.contains { $0.hasPrefix(word.id) } : !Self.ids.contains(word.id)
        }
        #expect(unknown.map { "\($0.id) in \($0.place)" } == [])
    }

    @Test func `every rule of contracts in the sources is registered once`() throws {
        let registered = ContractRules.catalogue.map { "\(type(of: $0))" }.sorted()
        #expect(try RuleSources.declaredRules(below: "Sources/Policy") == registered)
        #expect(Self.ids.count == Self.rules.count)
    }
}
