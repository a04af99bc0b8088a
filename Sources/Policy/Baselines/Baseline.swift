/// Findings that are known: a check with a baseline reports new findings, and known ones that have gone.
package struct Baseline: Hashable, Sendable {
    /// A known finding; findings that are equal in these members share one entry.
    package struct Entry: Hashable, Comparable, Sendable {
        /// The kind of request that has it.
        package var shape: RequestShape
        /// The rule's id.
        package var rule: String
        /// The name of the part; `nil` where the finding is not about a part.
        package var part: String?
        /// The place in the part or request, such as `content-disposition filename`.
        package var place: String

        /// Orders by request, then part, place and rule.
        package static func < (left: Entry, right: Entry) -> Bool {
            if left.shape != right.shape { return left.shape < right.shape }
            return (left.part ?? "", left.part == nil ? 0 : 1, left.place, left.rule)
                < (right.part ?? "", right.part == nil ? 0 : 1, right.place, right.rule)
        }
    }

    /// The greatest number of entries: a baseline is meant to be reviewed by people.
    package static let entryLimit = 100_000

    /// The findings.
    package var entries: Set<Entry>
    /// The paths of the inputs that they were found in, as given: files and directories.
    ///
    /// A run that reads only some of them cannot tell which findings have gone.
    package var inputs: Set<String>

    /// Makes a baseline.
    package init(entries: Set<Entry> = [], inputs: Set<String> = []) {
        self.entries = entries
        self.inputs = inputs
    }
}
