package import Inspection
import Pages
import Policy

/// The name of a rule as typed on the command line.
package enum RuleName {
    /// All rules: those of the catalogue, then the contract rules.
    package static let all: [any Rule] = RuleCatalogue.all + PageRules.all + ContractRules.catalogue

    /// The message that there is no such rule, with the most similar name.
    package static func complaint(about id: String) -> String {
        guard let near = NearestName.of(id, among: all.map(\.id)) else {
            return "there is no rule '\(id)': partwise rules lists all"
        }
        return "there is no rule '\(id)'; did you mean \(near)?"
    }
}
