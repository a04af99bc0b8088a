import Inspection

extension FormCheck {
    /// A violation of a rule: which bytes, why it matters, what to change.
    ///
    /// Its description is what `partwise check` prints of it, with the bytes around it and a caret below the first one.
    public struct Finding: Sendable {
        let located: LocatedFinding
        let text: FindingText

        /// The rule's id, such as `delimiter/missing-close`.
        public var rule: String { located.finding.rule }
        /// How much it matters.
        public var severity: Severity { located.finding.severity }
        /// One sentence without a full stop: what is wrong with these bytes.
        public var message: String { located.finding.message }
        /// Whether ``offset`` counts in the body.
        ///
        /// Otherwise it counts in the request; where a body was judged by itself,
        /// in the line `Content-Type: …`.
        public var isInBody: Bool { located.finding.place == .body }
        /// The offset of the first offending byte, from 0.
        public var offset: Int { located.finding.range.lowerBound }
        /// The number of offending bytes; 0 where something is missing at ``offset``.
        public var length: Int { located.finding.range.count }
        /// The number of the part, from 1; `nil` where the finding is about no single part.
        public var part: Int? { located.finding.part }
        /// What to change.
        public var hint: String { located.finding.hint }
        /// The clause that is broken, such as `RFC 2046 §5.1.1`.
        public var source: String { located.finding.source }
    }
}

extension FormCheck.Finding: Hashable {
    /// Findings are equal where the same rule says the same of the same range.
    public static func == (left: Self, right: Self) -> Bool { left.located.finding == right.located.finding }

    /// Combines what makes findings equal.
    public func hash(into hasher: inout Hasher) { hasher.combine(located.finding) }
}

extension FormCheck.Finding: CustomStringConvertible {
    /// The rows that the command prints, without a line break after the last one.
    public var description: String { text.drawn(located).rows.joined(separator: "\n") }
}
