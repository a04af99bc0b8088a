/// How much a finding matters.
public enum Severity: String, Hashable, Comparable, CaseIterable, Sendable {
    /// Legal, or informational.
    case note
    /// Against a SHOULD, or conforming bytes on which a named receiver is known to break.
    case warning
    /// Against a MUST or the grammar, or silent loss of data.
    case error

    /// A note is less than a warning, a warning less than an error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
