import Foundation
import TestSupport

/// A sentence of the project's texts that says something of receivers, and what it says in terms of the lab.
struct ReceiverStatement: Decodable, Sendable {
    /// The rule in whose source it stands, or the name of the source.
    let rule: String
    /// The sentence, as it stands there.
    let sentence: String
    let claims: [ReceiverClaim]?
    /// Why the lab cannot show what is said, by name: of a receiver, or `receivers` for "most receivers" and the like.
    let unmeasured: [String: String]?

    /// All of the project: `Tests/Cases/receiver-statements.json`.
    static var all: [ReceiverStatement] {
        get throws {
            let path = Checkout.path("Tests/Cases/receiver-statements.json")
            return try JSONDecoder().decode([ReceiverStatement].self, from: Data(Checkout.bytes(of: path)))
        }
    }

    /// Where a grid contradicts it.
    func contradictions(in grid: MeasuredGrid) -> [String] {
        let named = Set((claims ?? []).flatMap { $0.receivers ?? [] })
        return (claims ?? []).flatMap { $0.faults(in: grid, named: named) }.map(report)
    }

    /// What it says without a claim or a reason why there is none, and reasons for what it does not say.
    var omissions: [String] {
        let subjects = ReceiverName.subjects(of: sentence)
        let claims = claims ?? []
        let named = Set(claims.flatMap { $0.receivers ?? [] })
        let excused = Set((unmeasured ?? [:]).keys)
        let missing = subjects.filter { subject in
            guard !excused.contains(subject) else { return false }
            guard let receivers = ReceiverName.receivers[subject] else {
                return !claims.contains { $0.quantifier != nil }
            }
            return !named.isSuperset(of: receivers)
        }
        return missing.map { report("no claim of \($0)") }
            + excused.subtracting(subjects).sorted().map { report("does not name \($0)") }
    }

    private func report(_ fault: String) -> String { "\(rule): “\(sentence)”: \(fault)" }
}
