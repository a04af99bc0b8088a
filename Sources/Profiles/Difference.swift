/// Something in which requests differ.
package struct Difference: Hashable, Sendable {
    /// How much a difference matters, the gravest first.
    package enum Weight: String, Hashable, CaseIterable, Comparable, Sendable {
        /// One side breaks a rule.
        case violation
        /// Legal on every side, and known receivers do not treat them alike.
        case receiversDiffer = "receivers-differ"
        /// Legal, and an application may care.
        case mayMatter = "may-matter"
        /// A matter of taste.
        case cosmetic

        package static func < (left: Weight, right: Weight) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .violation: 0
            case .receiversDiffer: 1
            case .mayMatter: 2
            case .cosmetic: 3
            }
        }
    }

    /// What of the request differs, such as `head` or `part 3 "file"`.
    package var subject: String
    /// In which respect, such as `order of fields`.
    package var trait: String
    /// How much it matters.
    package var weight: Weight
    /// What each request has, in their order; `nil` where it has nothing of the kind.
    package var values: [String?]
}
