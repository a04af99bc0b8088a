/// One bug, one headline: which findings follow from which, so that they are told with it.
enum Cascade {
    private struct Fold {
        /// The ids of the rules that are the cause.
        var roots: [String]
        /// The ids of the rules that follow; an id that ends in `/` stands for its whole group.
        var consequences: [String]
        /// Whether only findings on the same part (or the one after it) follow.
        var samePart = false
    }

    /// Causes come in the order of precedence: a finding is folded into the first cause that claims it.
    private static let folds: [Fold] = []

    /// Moves findings that follow from others into those others.
    static func fold(_ findings: inout [Finding], in subject: borrowing Subject) {
        for fold in folds {
            guard let root = findings.firstIndex(where: { fold.roots.contains($0.rule) }) else { continue }
            let part = findings[root].part
            let follows = findings.indices.filter { index in
                index != root && fold.consequences.contains { claims($0, findings[index].rule) }
                    && (!fold.samePart || findings[index].part == part)
            }
            guard !follows.isEmpty else { continue }
            findings[root].consequences += follows.map { index in
                Finding.Consequence(
                    rule: findings[index].rule,
                    message: findings[index].message,
                    offset: findings[index].range.lowerBound
                )
            }
            for index in follows.reversed() { findings.remove(at: index) }
        }
    }

    private static func claims(_ pattern: String, _ rule: String) -> Bool {
        pattern.hasSuffix("/") ? rule.hasPrefix(pattern) : pattern == rule
    }
}
