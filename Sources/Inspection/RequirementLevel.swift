/// What the clause that a rule rests on asks for, in the words of RFC 2119.
package enum RequirementLevel: String, Hashable, CaseIterable, Sendable {
    /// MUST, MUST NOT, or the grammar.
    case must = "MUST"
    /// SHOULD or SHOULD NOT.
    case should = "SHOULD"
    /// MAY, or allowed without a word.
    case may = "MAY"
    /// No specification speaks of it: practice does.
    case practice

    /// The severity of a violation for somebody who goes by the letter.
    package var severity: Severity {
        switch self {
        case .must: .error
        case .should: .warning
        case .may, .practice: .note
        }
    }
}

extension Rule {
    /// The level that the severity tells: an error is against a MUST, a warning against a SHOULD, a note against
    /// nothing; rules that rest on no specification have none.
    package var requirement: RequirementLevel {
        guard clauses.contains(where: { !$0.link.isEmpty }) else { return .practice }
        return switch severity {
        case .error: .must
        case .warning: .should
        case .note: .may
        }
    }
}
