/// Counts by severity.
package struct SeverityCounts: Hashable, Sendable {
    private var notes = 0
    private var warnings = 0
    private var errors = 0

    /// Makes counts of zero.
    package init() {}

    /// The count of one severity.
    package subscript(severity: Severity) -> Int {
        get {
            switch severity {
            case .note: notes
            case .warning: warnings
            case .error: errors
            }
        }
        set {
            switch severity {
            case .note: notes = newValue
            case .warning: warnings = newValue
            case .error: errors = newValue
            }
        }
    }

    /// The greatest severity with a count above zero, else note.
    package var worst: Severity { errors > 0 ? .error : warnings > 0 ? .warning : .note }

    /// Adds other counts.
    package mutating func add(_ other: SeverityCounts) {
        notes += other.notes
        warnings += other.warnings
        errors += other.errors
    }

    /// Adds one to the counts of a severity and all lower ones.
    package mutating func addOne(upTo severity: Severity) {
        notes += 1
        if severity >= .warning { warnings += 1 }
        if severity == .error { errors += 1 }
    }
}
