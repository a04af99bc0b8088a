import TestSupport
import Testing

@testable import Inspection
@testable import InspectionRules

/// The catalogue holds every rule once, and what names rules names those that are there.
struct RuleCatalogueTests {
    @Test func `every rule in the sources is registered once`() throws {
        let registered = RuleCatalogue.ofForms.all.map { "\(type(of: $0))" }.sorted()
        let declared = try RuleSources.declaredRules(below: "Sources/InspectionRules")
        #expect(declared.count > 200)
        #expect(Set(declared).subtracting(registered).isEmpty, "in the sources, but not in the catalogue")
        #expect(registered == declared)
        #expect(Set(RuleCatalogue.ofForms.all.map(\.id)).count == registered.count)
    }

    @Test func `every cause and every consequence is a rule`() {
        for fold in Cascade.suppressions {
            let groups = fold.consequences.filter { $0.hasSuffix("/") }
            for group in groups {
                #expect(RuleCatalogue.ofForms.all.contains { $0.id.hasPrefix(group) }, "\(group)")
            }
            #expect(Self.unknown(fold.roots + fold.consequences.filter { !$0.hasSuffix("/") }) == [])
        }
    }

    /// The ids that are not in the catalogue; those of contracts and of pages are in catalogues of their own.
    private static func unknown(_ ids: [String]) -> [String] {
        ids.filter {
            !$0.hasPrefix("contract/") && !$0.hasPrefix("form/") && RuleCatalogue.ofForms.rule($0) == nil
        }
    }
}
