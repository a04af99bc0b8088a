package import Inspection
import Policy

/// The name of a rule as somebody typed it.
package enum RuleName {
    /// All rules: those of the catalogue, then those of contracts.
    package static let all: [any Rule] = RuleCatalogue.all + ContractRules.catalogue

    /// That there is no such rule, and which one was meant.
    package static func complaint(about id: String) -> String {
        guard let near = NearestName.of(id, among: all.map(\.id)) else {
            return "there is no rule '\(id)': partwise rules lists all"
        }
        return "there is no rule '\(id)'; did you mean \(near)?"
    }
}
