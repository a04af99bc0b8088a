/// How strict the clause is on which a rule is based, in the words of RFC 2119.
package enum RequirementLevel: String, Hashable, CaseIterable, Sendable {
    /// MUST, MUST NOT, or the grammar.
    case must = "MUST"
    /// SHOULD or SHOULD NOT.
    case should = "SHOULD"
    /// MAY, or allowed without mention.
    case may = "MAY"
    /// No specification says it; practice does.
    case practice

    /// The severity of a violation by the letter of the specification.
    package var severity: Severity {
        switch self {
        case .must: .error
        case .should: .warning
        case .may, .practice: .note
        }
    }
}

extension Rule {
    /// The level that follows from the severity: an error violates a MUST, a warning a SHOULD, a note only a
    /// MAY; rules without a specification are practice.
    package var requirement: RequirementLevel {
        guard clauses.contains(where: { !$0.link.isEmpty }) else { return .practice }
        return switch severity {
        case .error: .must
        case .warning: .should
        case .note: .may
        }
    }
}
