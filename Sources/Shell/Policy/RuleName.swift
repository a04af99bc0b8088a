package import Inspection
import InspectionRules
import Pages
import Policy

extension RuleCatalogue {
    /// All rules: those that judge forms, those about pages, then the contract rules.
    package static let complete = ofForms.adding(PageRules.all + ContractRules.catalogue)
}

/// The name of a rule as typed on the command line.
package enum RuleName {
    /// The message that there is no such rule, with the most similar name.
    package static func complaint(about id: String) -> String {
        guard let near = NearestName.of(id, among: RuleCatalogue.complete.all.map(\.id)) else {
            return "there is no rule '\(id)': partwise rules lists all"
        }
        return "there is no rule '\(id)'; did you mean \(near)?"
    }
}
