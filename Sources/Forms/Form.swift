package import Bytes

/// Limits of the form reader: each bounds the memory that a hostile body can use.
package struct FormLimits: Sendable {
    /// Bytes read before the boundary is chosen: longer preambles are unknown in practice.
    package var opening = 16 * 1024
    /// Bytes of header lines in one part: ModSecurity allows 4 KiB a line, busboy 16 KiB in all.
    package var header = 64 * 1024
    /// Parts that are kept, more are only counted: PHP accepts 1,000 fields, Go 1,000 parts.
    package var parts = 20_000
    /// Occurrences of the boundary outside delimiters that are kept, more are only counted.
    package var occurrences = 32
    /// First bytes kept of each part's content.
    package var contentSample = 1024
    /// Bytes kept of a body that is too large to be kept whole, besides headers and samples of its parts.
    package var keptPieces = 1024 * 1024
    /// The greatest length of a body that is kept whole while it is judged.
    package var wholeBody = 64 * 1024
    /// The memory that parts are taken from where there are many; those for which there is none are only counted.
    package var memory: MemoryBudget?

    /// The default limits.
    package init() {}
}

/// The state of the form where the body ended.
package enum FormEnding: Hashable, Sendable {
    /// After a close delimiter.
    case closed
    /// Before any delimiter was found.
    case noDelimiter
    /// Directly after a delimiter line that begins a part: without a header line.
    case afterDelimiter
    /// Inside what looks like a delimiter: the range of its bytes.
    case inDelimiter(Range<Int>)
    /// Inside the header lines of the last part.
    case inHeader
    /// Inside the content of the last part.
    case inContent
}

/// A parsed multipart body: its nodes with their ranges, without any judgement.
///
/// Every byte belongs to exactly one node (``nodes``). Offsets count in the body after removal of transfer
/// and content coding. A class, because every rule reads it and it never changes. (RFC 2046 §5.1.)
package final class Form: Sendable {
    /// The boundaries that Content-Type declares; `nil` where it is ``boundary`` alone.
    private let otherDeclared: [[UInt8]]?
    /// The boundary that the body was read with, without its two dashes; `nil` where none was found.
    package let boundary: [UInt8]?
    /// The text of the delimiter that the body was read with, usually two dashes and the boundary.
    package let delimiterText: [UInt8]
    /// Whether the body was read with a boundary found in it, because no declared one occurs there.
    package let usesObservedBoundary: Bool
    /// The number of bytes of the body, including gaps.
    package let length: Int
    /// The bytes before the first delimiter, without the line break that belongs to it.
    package let preamble: Range<Int>
    /// The parts, in order; at most ``FormLimits/parts`` are kept.
    package let parts: [BodyPart]
    /// How many parts there are.
    package let partCount: Int
    /// Delimiters that no part follows: at the body's end, or directly before another delimiter.
    ///
    /// At most ``FormLimits/occurrences`` are kept.
    package let emptyDelimiters: [Delimiter]
    /// The close delimiter, `nil` where there is none.
    package let close: Delimiter?
    /// Every byte after the close delimiter's text, including its padding and line break.
    package let epilogue: Range<Int>
    /// The number of bytes of a preamble or an epilogue that are kept at least, and in which a header is looked for.
    package static let outerBytes = 1024
    /// Delimiters in the epilogue.
    package let trailingDelimiters: [Delimiter]
    /// Whether header lines follow the first of ``trailingDelimiters`` that is not a close delimiter.
    package let hasTrailingPart: Bool
    /// Places where the delimiter's text occurs without being a delimiter; at most ``FormLimits/occurrences``.
    package let occurrences: [Occurrence]
    /// How many such places there are.
    package let occurrenceCount: Int
    /// Header lines of parts in the contents of others; at most ``FormLimits/occurrences``.
    package let strayHeaders: [StrayHeader]
    /// The state in which the body ended.
    package let ending: FormEnding
    /// Ranges of the body that are gaps in the capture.
    package let gaps: [Range<Int>]
    /// The bytes that were kept.
    package let kept: KeptBytes
    /// The memory that its parts take, where there are many.
    private let memory: MemoryShare?

    /// A form of which nothing was read.
    ///
    /// - Parameters:
    ///   - declared: the boundaries that Content-Type declares.
    ///   - length: the number of bytes of the body.
    package convenience init(declared: [[UInt8]], length: Int = 0) {
        var draft = FormDraft(declared: declared)
        draft.length = length
        draft.delimiterText = declared.first.map { [0x2D, 0x2D] + $0 } ?? []
        self.init(draft)
    }

    /// Makes a form from a finished draft.
    init(_ draft: borrowing FormDraft) {
        otherDeclared = draft.declared
        boundary = draft.boundary
        delimiterText = draft.delimiterText
        usesObservedBoundary = draft.usesObservedBoundary
        length = draft.length
        preamble = draft.preamble
        parts = draft.parts
        partCount = draft.partCount
        emptyDelimiters = draft.emptyDelimiters
        close = draft.close
        epilogue = draft.epilogue
        trailingDelimiters = draft.trailingDelimiters
        hasTrailingPart = draft.hasTrailingPart
        occurrences = draft.occurrences
        occurrenceCount = draft.occurrenceCount
        strayHeaders = draft.strayHeaders
        ending = draft.ending
        gaps = draft.gaps
        kept = draft.kept
        memory = draft.memory
    }

    /// Makes a form from the parts of a body in regular form; `declared` is `nil` where its boundary alone is declared.
    init(
        _ parts: [BodyPart],
        close: Delimiter,
        delimiterText: [UInt8],
        of body: [UInt8],
        declared: [[UInt8]]?
    ) {
        otherDeclared = declared
        boundary = Array(delimiterText.dropFirst(2))
        self.delimiterText = delimiterText
        usesObservedBoundary = false
        length = body.count
        preamble = 0..<0
        self.parts = parts
        partCount = parts.count
        emptyDelimiters = []
        self.close = close
        epilogue = close.text.upperBound..<body.count
        trailingDelimiters = []
        hasTrailingPart = false
        occurrences = []
        occurrenceCount = 0
        strayHeaders = []
        ending = .closed
        gaps = []
        kept = KeptBytes(whole: body)
        memory = nil
    }

    /// The boundaries that Content-Type declares, in order; usually one.
    package var declared: [[UInt8]] { otherDeclared ?? boundary.map { [$0] } ?? [] }

    /// All delimiters that structure the form, in order: those of the parts, empty ones, and the close delimiter.
    package var delimiters: [Delimiter] {
        var all = parts.map(\.delimiter)
        if !emptyDelimiters.isEmpty {
            all += emptyDelimiters
            all.sort { $0.text.lowerBound < $1.text.lowerBound }
        }
        if let close { all.append(close) }
        return all
    }

    /// Whether a delimiter departs from the way in which RFC 2046 §5.1.1 has it written, or begins no part.
    package var hasIrregularDelimiter: Bool {
        if !emptyDelimiters.isEmpty { return true }
        if let close, !close.isRegular { return true }
        return parts.contains { !$0.delimiter.isRegular }
    }

    /// The part whose delimiter, header or content holds an offset, `nil` outside all parts.
    package func part(at offset: Int) -> BodyPart? {
        var low = 0
        var high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].delimiter.lead.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let part = parts[low - 1]
        return offset < max(part.content.upperBound, part.delimiter.end) + 1 ? part : nil
    }
}
