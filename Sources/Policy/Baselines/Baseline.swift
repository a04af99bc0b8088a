/// Findings that are known: a check with a baseline tells what is new, and what has gone.
package struct Baseline: Hashable, Sendable {
    /// A known finding; any number of findings may be the same one.
    package struct Entry: Hashable, Comparable, Sendable {
        /// The requests that have it.
        package var shape: RequestShape
        /// The rule's id.
        package var rule: String
        /// The name of the part; `nil` where the finding is about none.
        package var part: String?
        /// What stands there, such as `content-disposition filename`.
        package var place: String

        /// By request, then part, place and rule.
        package static func < (left: Entry, right: Entry) -> Bool {
            if left.shape != right.shape { return left.shape < right.shape }
            return (left.part ?? "", left.part == nil ? 0 : 1, left.place, left.rule)
                < (right.part ?? "", right.part == nil ? 0 : 1, right.place, right.rule)
        }
    }

    /// The greatest number of findings: what nobody reviews is no baseline.
    package static let entryLimit = 100_000

    /// The findings.
    package var entries: Set<Entry>

    /// Makes a baseline.
    package init(entries: Set<Entry> = []) {
        self.entries = entries
    }
}
