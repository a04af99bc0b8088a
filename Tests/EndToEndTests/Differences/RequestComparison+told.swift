import Inspection
import InspectionRules
import Profiles

extension RequestComparison {
    /// The differences in the words of ``TruthDifferences``, without those of which the servers' notes do not tell.
    ///
    /// - Parameter name: what a part is called.
    /// - Returns: a text a difference and a part.
    func told(_ name: (ComparedPart) -> String) -> Set<String> {
        var told: Set<String> = []
        for difference in differences where difference.trait != "characters" {
            // What only a rule tells was told by the rule's own tests.
            if difference.breaches.contains(where: {
                RuleCatalogue.ofForms.rule($0.rule)?.title == difference.trait
            }) {
                continue
            }
            if difference.parts.isEmpty { told.insert("\(difference.subject), \(difference.trait)") }
            for part in difference.parts { told.insert("\(difference.trait) of \(name(parts[part]))") }
        }
        return told
    }
}
