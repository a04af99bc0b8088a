/// Something in which requests differ, with all that makes it matter.
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

    /// What of a request a difference is in, in the order in which requests have it.
    package enum Area: String, Hashable, CaseIterable, Sendable {
        /// Method, target and version.
        case requestLine = "request-line"
        /// The field lines.
        case head
        /// How the end of the body is told, and in what pieces it is sent.
        case framing
        /// The boundary, as Content-Type has it.
        case boundary
        /// The body outside its parts.
        case body
        /// The delimiter line, the header and the presence of parts.
        case part
        /// The contents of parts.
        case content
    }

    /// What of the request differs.
    package var area: Area
    /// The parts that differ in this way, as indices of ``RequestComparison/parts``; empty where it is about none.
    package var parts: [Int]
    /// What of the request differs, for people, such as `head` or `part 3 "file"`.
    package var subject: String
    /// In which respect, such as `order of fields`.
    package var trait: String
    /// How much it matters.
    package var weight: Weight
    /// What each request has, in their order; `nil` where it has nothing of the kind.
    ///
    /// Bytes of a request are made fit to be shown; they need no further escaping but that of the format.
    package var values: [String?]
    /// The rules that some of the requests break here, the gravest first.
    package var breaches: [Breach]
    /// What known receivers do with what some of the requests have here, and with what others have not.
    package var effects: [KnownEffect]
    /// Why it matters, or how the values came about: one sentence without a full stop; `nil` where there is no more to
    /// say.
    package var remark: String?

    /// Makes a difference.
    package init(
        area: Area,
        parts: [Int] = [],
        subject: String,
        trait: String,
        weight: Weight,
        values: [String?],
        breaches: [Breach] = [],
        effects: [KnownEffect] = [],
        remark: String? = nil
    ) {
        self.area = area
        self.parts = parts
        self.subject = subject
        self.trait = trait
        self.weight = weight
        self.values = values
        self.breaches = breaches
        self.effects = effects
        self.remark = remark
    }
}
