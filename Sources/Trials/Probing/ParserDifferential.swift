import Inspection
import InspectionRules

/// A body that a checker lets pass and a reader reads otherwise than it seems: what the checker looked at is not what the
/// reader gets.
package struct ParserDifferential: Hashable, Sendable {
    /// The id of the checker.
    package let checker: String
    /// The name of the checker.
    package let checkerName: String
    /// The name of the reader.
    package let reader: String
    /// The id of the body.
    package let body: String
    /// What the checker flags, though it lets the body pass.
    package let flags: [String]
    /// What the reader makes of it, in words.
    package let effects: [String]

    /// The rule that names the peculiarity, and the clause that it rests on; `nil` where no rule does.
    package var rule: (id: String, clause: String)? {
        guard let id = LabBody.named(body)?.rule, let rule = RuleCatalogue.ofForms.rule(id) else {
            return nil
        }
        return (id, rule.clauses.first?.name ?? "")
    }

    /// All of a grid, by checkers, then by bodies.
    ///
    /// A checker that says which fields it read is held to them. Of one that gives only a verdict it is assumed that it
    /// saw the form that was meant.
    package static func all(in grid: ReceiverGrid) -> [ParserDifferential] {
        grid.receivers(.checker).flatMap { checker in
            grid.bodies.flatMap { body in
                grid.receivers.filter { $0.kind != .checker }.compactMap { reader in
                    grid.result(reader, body.id).flatMap { result in
                        ParserDifferential(checker, in: grid, reader.name, result, body)
                    }
                }
            }
        }
    }

    /// Finds one; `nil` where the checker blocks the body, or sees what the reader reads.
    init?(
        _ checker: ReceiverGrid.Receiver,
        in grid: ReceiverGrid,
        _ reader: String,
        _ result: ProbeResult,
        _ body: LabBody
    ) {
        guard case .verdict(let verdict)? = grid.cell(checker, body.id), verdict.passes,
            result.outcome == .asMeant || result.outcome == .otherwise, let form = result.form, !form.isEmpty
        else { return nil }
        if let seen = verdict.form {
            let effects = ReadingComparison(
                meant: seen,
                read: form,
                of: body.body,
                absence: "that the checker does not see"
            ).effects
            guard !effects.isEmpty else { return nil }
            self.effects = effects.map(\.text)
        } else {
            guard result.outcome == .otherwise else { return nil }
            effects = result.effects
        }
        self.checker = checker.id
        checkerName = checker.name
        self.reader = reader
        self.body = body.id
        flags = verdict.flags
    }
}
