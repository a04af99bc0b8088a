/// A violation of a rule, or something else that it reports: which bytes, why it matters, how to fix it.
package struct Finding: Hashable, Sendable {
    /// What a finding's offsets count in.
    package enum Place: String, Hashable, Sendable {
        /// The body, without transfer and content coding.
        case body
        /// The connection's stream, in the head of the request.
        case head
        /// The connection's stream, in the framing of the request.
        case wire
    }

    /// A finding that follows from another one, and is listed under it.
    package struct Consequence: Hashable, Sendable {
        /// The rule's id.
        package var rule: String
        /// The message of the rule.
        package var message: String
        /// The offset of the finding.
        package var offset: Int

        /// Makes what follows, of a rule's id, its message and the offset of the finding.
        package init(rule: String, message: String, offset: Int) {
            (self.rule, self.message, self.offset) = (rule, message, offset)
        }
    }

    /// The rule's id, such as `delimiter/missing-close`.
    package var rule: String
    /// How much it matters.
    package var severity: Severity
    /// One sentence without a full stop at its end: what is wrong with these bytes.
    package var message: String {
        get { saying.sentence }
        set { saying = .said(newValue) }
    }
    private var saying: DeferredMessage
    /// What ``range`` counts in.
    package var place: Place
    /// The offending bytes; empty where something is missing at the range's place.
    package var range: Range<Int>
    /// The number of the part, from 1; `nil` where the finding is about no single part.
    package var part: Int?
    /// How to fix it, in the terms of the person who has to.
    package var hint: String
    /// The clause that is violated, as it is cited; empty where there is none.
    package var source: String { clause?.name ?? "" }
    /// Its text is made only when it is shown.
    private let clause: Clause?
    /// Whether the body was read by another boundary than the declared one, so that this finding comes
    /// second.
    package var isSecondary: Bool
    /// Findings that follow from this one.
    package var consequences: [Consequence]
    /// Whether it is a milder case than the rule's usual one: what receivers did with bodies of that says nothing of it.
    package var isMild = false
    /// Whether the capture lacks some of what it rests on: it is not reported, nor what follows from it.
    package var isWithheld = false

    /// Makes a finding that nothing follows from.
    ///
    /// - Parameters:
    ///   - rule: the rule's id.
    ///   - severity: how much it matters.
    ///   - saying: the message: what is wrong with these bytes.
    ///   - place: what `range` counts in.
    ///   - range: the offending bytes.
    ///   - part: the number of the part, where it is about one.
    ///   - hint: what to do.
    ///   - clause: the clause that is violated.
    init(
        rule: String,
        severity: Severity,
        saying: DeferredMessage,
        place: Place,
        range: Range<Int>,
        part: Int?,
        hint: String,
        clause: Clause?
    ) {
        self.rule = rule
        self.severity = severity
        self.saying = saying
        self.place = place
        self.range = range
        self.part = part
        self.hint = hint
        self.clause = clause
        isSecondary = false
        consequences = []
    }
}

/// The message of a finding; that of a note that recurs in every request is made only when it is shown.
enum DeferredMessage: Hashable, Sendable {
    /// The text.
    case said(String)
    /// Makes the text; it gives the same one each time.
    case unsaid(@Sendable () -> String)

    /// The text.
    var sentence: String {
        switch self {
        case .said(let sentence): sentence
        case .unsaid(let word): word()
        }
    }

    static func == (left: DeferredMessage, right: DeferredMessage) -> Bool { left.sentence == right.sentence }

    func hash(into hasher: inout Hasher) { hasher.combine(sentence) }
}
