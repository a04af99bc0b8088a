import Inspection

extension JSONValue {
    /// Rules by their ids, as the script of a page has them: their rationales and clauses.
    init(_ rules: [any Rule]) {
        self = .object(
            rules.map { rule in
                JSONValue.Member(
                    rule.id,
                    [
                        "why": .string(rule.rationale),
                        "clauses": .array(rule.clauses.map { [.string($0.name), .string($0.link)] }),
                    ]
                )
            }
        )
    }
}
