/// Something in an exchange that deserves a word: which rule, which bytes, and what to do.
package struct Finding: Hashable, Sendable {
    /// What a finding's offsets count in.
    package enum Place: String, Hashable, Sendable {
        /// The body, after transfer and content coding have been taken off.
        case body
        /// The connection's stream, in the head of the request.
        case head
        /// The connection's stream, in the framing of the request.
        case wire
    }

    /// A finding that follows from another one: told with it, not by itself.
    package struct Consequence: Hashable, Sendable {
        /// The rule's id.
        package var rule: String
        /// The sentence that the rule would have said.
        package var message: String
        /// The offset that it would have named.
        package var offset: Int
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
    /// What to do, in the words of whoever has to do it.
    package var hint: String
    /// The clause that is broken.
    package var source: String
    /// Whether the body was judged by a boundary that it was not declared with, so that this comes second.
    package var isSecondary: Bool
    /// Findings that follow from this one.
    package var consequences: [Consequence]
    /// Whether the capture lacks some of what it rests on: it is not reported, nor what follows from it.
    var isWithheld = false

    /// Makes a finding that nothing follows from.
    ///
    /// - Parameters:
    ///   - rule: the rule's id.
    ///   - severity: how much it matters.
    ///   - saying: what is wrong with these bytes.
    ///   - place: what `range` counts in.
    ///   - range: the offending bytes.
    ///   - part: the number of the part, where it is about one.
    ///   - hint: what to do.
    ///   - source: the clause that is broken.
    init(
        rule: String,
        severity: Severity,
        saying: DeferredMessage,
        place: Place,
        range: Range<Int>,
        part: Int?,
        hint: String,
        source: String
    ) {
        self.rule = rule
        self.severity = severity
        self.saying = saying
        self.place = place
        self.range = range
        self.part = part
        self.hint = hint
        self.source = source
        isSecondary = false
        consequences = []
    }
}

/// The sentence of a finding: a note that recurs in every request is worded when it is told, not before.
enum DeferredMessage: Hashable, Sendable {
    /// The sentence.
    case said(String)
    /// What words the sentence; it gives the same one each time.
    case unsaid(@Sendable () -> String)

    /// The sentence.
    var sentence: String {
        switch self {
        case .said(let sentence): sentence
        case .unsaid(let word): word()
        }
    }

    static func == (left: DeferredMessage, right: DeferredMessage) -> Bool { left.sentence == right.sentence }

    func hash(into hasher: inout Hasher) { hasher.combine(sentence) }
}
