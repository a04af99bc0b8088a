/// A form while it is being read: what its reader has found so far, by the names that ``Form`` has for it.
struct FormDraft {
    /// The boundaries that Content-Type declares.
    let declared: [[UInt8]]
    /// The boundary by which the body is read.
    var boundary: [UInt8]?
    /// The text of the delimiter by which the body is read.
    var delimiterText: [UInt8] = []
    /// Whether that boundary was found in the body.
    var usesObservedBoundary = false
    /// The number of bytes of the body, missing ones included.
    var length = 0
    /// The bytes before the first delimiter.
    var preamble = 0..<0
    /// The parts, in order, as far as they are kept.
    var parts: [BodyPart] = []
    /// How many parts there are.
    var partCount = 0
    /// Delimiters after which no part begins.
    var emptyDelimiters: [Delimiter] = []
    /// The close delimiter.
    var close: Delimiter?
    /// Every byte after the close delimiter's text.
    var epilogue = 0..<0
    /// Delimiters in the epilogue.
    var trailingDelimiters: [Delimiter] = []
    /// Whether header lines follow one of them.
    var hasTrailingPart = false
    /// Places where the delimiter's text is no delimiter.
    var occurrences: [Occurrence] = []
    /// How many such places there are.
    var occurrenceCount = 0
    /// Where the body ended.
    var ending = FormEnding.noDelimiter
    /// Ranges of the body that the capture lacks.
    var gaps: [Range<Int>] = []
    /// The bytes that are kept.
    var kept = KeptBytes()

    /// The draft of a form of which nothing was read.
    init(declared: [[UInt8]]) {
        self.declared = declared
        boundary = declared.first
    }
}
