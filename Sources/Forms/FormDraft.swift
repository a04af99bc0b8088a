import Bytes

/// A form while it is being read; the members have the names of those of ``Form``.
struct FormDraft {
    /// The boundaries that Content-Type declares.
    let declared: [[UInt8]]
    /// The boundary that the body is read with.
    var boundary: [UInt8]?
    /// The text of the delimiter that the body is read with.
    var delimiterText: [UInt8] = []
    /// Whether that boundary was found in the body.
    var usesObservedBoundary = false
    /// The number of bytes of the body, including gaps.
    var length = 0
    /// The bytes before the first delimiter.
    var preamble = 0..<0
    /// The parts that are kept, in order.
    var parts: [BodyPart] = []
    /// How many parts there are.
    var partCount = 0
    /// Delimiters that no part follows.
    var emptyDelimiters: [Delimiter] = []
    /// The close delimiter.
    var close: Delimiter?
    /// Every byte after the close delimiter's text.
    var epilogue = 0..<0
    /// Delimiters in the epilogue.
    var trailingDelimiters: [Delimiter] = []
    /// Whether header lines follow one of them.
    var hasTrailingPart = false
    /// Places where the delimiter's text is not a delimiter.
    var occurrences: [Occurrence] = []
    /// How many such places there are.
    var occurrenceCount = 0
    /// Header lines of parts in the contents of others.
    var strayHeaders: [StrayHeader] = []
    /// The state in which the body ended.
    var ending = FormEnding.noDelimiter
    /// Ranges of the body that are gaps in the capture.
    var gaps: [Range<Int>] = []
    /// The bytes that are kept.
    var kept = KeptBytes()
    /// An estimate of the bytes that the parts take in memory.
    var partBytes = 0
    /// What of them is taken from the budget; `nil` while they are few.
    var memory: MemoryShare?
    /// How many of those bytes that is.
    var sharedBytes = 0

    /// A draft of which nothing was read.
    init(declared: [[UInt8]]) {
        self.declared = declared
        boundary = declared.first
    }
}
