package import Inspection

/// A trait in which requests differ, with the evidence of why it matters.
package struct Difference: Hashable, Sendable {
    /// How much a difference matters, the greatest weight first.
    package enum Weight: String, Hashable, CaseIterable, Comparable, Sendable {
        /// One side violates a rule.
        case violation
        /// A part that only some requests have, or some under another name.
        case partMissing = "part-missing"
        /// Legal on every side, but known receivers treat them differently.
        case receiversDiffer = "receivers-differ"
        /// Legal, but an application may depend on it.
        case mayMatter = "may-matter"
        /// Without effect.
        case cosmetic

        package static func < (left: Weight, right: Weight) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .violation: 0
            case .partMissing: 1
            case .receiversDiffer: 2
            case .mayMatter: 3
            case .cosmetic: 4
            }
        }
    }

    /// The area of a request that a difference is in, in the order of a request.
    package enum Area: String, Hashable, CaseIterable, Sendable {
        /// Method, target and version.
        case requestLine = "request-line"
        /// The field lines.
        case head
        /// How the length of the body is delimited, and in what pieces it is sent.
        case framing
        /// The boundary, as in Content-Type.
        case boundary
        /// The body outside its parts.
        case body
        /// The delimiter line, the header and the presence of parts.
        case part
        /// The contents of parts.
        case content
    }

    /// The area of the request that differs.
    package var area: Area
    /// The parts that differ in this way, as indices of ``RequestComparison/parts``; empty where it is not
    /// about parts.
    package var parts: [Int]
    /// The area in words, such as `head` or `part 3 "file"`.
    package var subject: String
    /// The trait, such as `order of fields`.
    package var trait: String
    /// How much it matters.
    package var weight: Weight
    /// The value of each request, in order; `nil` where a request has none.
    ///
    /// Bytes of a request are escaped as ``PrintableText`` does; reporters add only the escaping of their
    /// format. What looks like the value of another request is followed by what sets it apart, in brackets.
    package var values: [String?]
    /// The rules that some of the requests violate here, the most severe first.
    package var breaches: [Breach]
    /// What known receivers do with the violations in some of the requests.
    package var effects: [KnownEffect]
    /// Why it matters, or how the values came about: one sentence without a full stop; `nil` where there is
    /// nothing to add.
    package var remark: String?

    /// How much it counts for an exit code: a missing part as much as a violation.
    package var severity: Severity {
        switch weight {
        case .violation: breaches.map(\.severity).max() ?? .error
        case .partMissing: .error
        case .receiversDiffer, .mayMatter: .warning
        case .cosmetic: .note
        }
    }

    /// Whether a part that it is about is missing in some requests.
    var isMissingPart: Bool { area == .part && trait == PartComparison.presence }

    /// Whether some requests have another name for the part that it is about.
    var isRename: Bool { area == .part && trait == PartComparison.name && weight == .partMissing }

    /// Whether it consists only of a rule that some requests violate.
    var isOfRuleAlone: Bool {
        breaches.contains { trait == $0.title }
    }

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
