/// What a receiver did with a body.
package enum ProbeOutcome: String, CaseIterable, Sendable {
    /// It read the form that was meant.
    case asMeant = "as-meant"
    /// It read another form.
    case otherwise
    /// It answered with 2xx and found no field, though some were sent.
    case empty
    /// It answered with a status of 4xx or 5xx.
    case refused
    /// It closed the connection without an answer.
    case closed
    /// It did not answer, or not end its answer, within the time limit.
    case hangs
    /// It answered, and the answer does not say what was read.
    case unread
}

/// What stands for an outcome in a grid.
package enum ProbeSign: String, CaseIterable, Sendable {
    case asMeant = "="
    case loses = "−"
    case differs = "≠"
    case empty = "∅"
    case refused = "✗"
    case closed = "⊘"
    case hangs = "∞"
    case unread = "?"

    /// What it means, after the name of a receiver.
    package var meaning: String {
        switch self {
        case .asMeant: "reads as meant"
        case .loses: "loses a field or a file in silence"
        case .differs: "reads other names or contents"
        case .empty: "finds no field, and answers with 2xx"
        case .refused: "refuses"
        case .closed: "closes without an answer"
        case .hangs: "hangs"
        case .unread: "answers, and does not say what it read"
        }
    }

    /// A word for it that can stand in a class of a style sheet.
    package var word: String {
        switch self {
        case .asMeant: "as-meant"
        case .loses: "loses"
        case .differs: "differs"
        case .empty: "empty"
        case .refused: "refused"
        case .closed: "closed"
        case .hangs: "hangs"
        case .unread: "unread"
        }
    }

    /// Whether the receiver took the body and does not have the form that was meant, which the sender does not learn.
    package var isSilentDamage: Bool { self == .loses || self == .differs || self == .empty }
}
