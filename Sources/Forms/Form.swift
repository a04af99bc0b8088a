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
    /// What only other forms than regular ones have.
    ///
    /// It stands apart, as it would be set and let go of with each form.
    private struct Irregularities: Sendable {
        var boundary: [UInt8]?
        var delimiterText: [UInt8]
        var parts: [BodyPart]
        var emptyDelimiters: [Delimiter]
        var trailingDelimiters: [Delimiter]
        var occurrences: [Occurrence]
        var strayHeaders: [StrayHeader]
        var gaps: [Range<Int>]
        var memory: MemoryShare?
    }

    /// The boundaries that Content-Type declares; `nil` where it is ``boundary`` alone.
    private let otherDeclared: [[UInt8]]?
    /// Empty where the body was read as a regular form; otherwise one.
    private let irregularities: [Irregularities]
    /// The places of the parts of a regular form.
    let regular: RegularForm
    /// The parts of a regular form, once they were asked for.
    private let madeParts = PartList()
    /// The greatest number of first bytes that are the sample of a part's content in a regular form.
    private let sampleLimit: Int
    /// Whether the body was read with a boundary found in it, because no declared one occurs there.
    package let usesObservedBoundary: Bool
    /// The number of bytes of the body, including gaps.
    package let length: Int
    /// The bytes before the first delimiter, without the line break that belongs to it.
    package let preamble: Range<Int>
    /// How many parts there are.
    package let partCount: Int
    /// The close delimiter, `nil` where there is none.
    package let close: Delimiter?
    /// Every byte after the close delimiter's text, including its padding and line break.
    package let epilogue: Range<Int>
    /// The number of bytes of a preamble or an epilogue that are kept at least, and in which a header is looked for.
    package static let outerBytes = 1024
    /// Whether header lines follow the first of ``trailingDelimiters`` that is not a close delimiter.
    package let hasTrailingPart: Bool
    /// How many places there are in all that ``occurrences`` begins with.
    package let occurrenceCount: Int
    /// The state in which the body ended.
    package let ending: FormEnding
    /// The bytes that were kept.
    package let kept: KeptBytes

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
        irregularities = [
            Irregularities(
                boundary: draft.boundary,
                delimiterText: draft.delimiterText,
                parts: draft.parts,
                emptyDelimiters: draft.emptyDelimiters,
                trailingDelimiters: draft.trailingDelimiters,
                occurrences: draft.occurrences,
                strayHeaders: draft.strayHeaders,
                gaps: draft.gaps,
                memory: draft.memory
            )
        ]
        regular = RegularForm()
        sampleLimit = 0
        usesObservedBoundary = draft.usesObservedBoundary
        length = draft.length
        preamble = draft.preamble
        partCount = draft.partCount
        close = draft.close
        epilogue = draft.epilogue
        hasTrailingPart = draft.hasTrailingPart
        occurrenceCount = draft.occurrenceCount
        ending = draft.ending
        kept = draft.kept
    }

    /// Makes a form of a body that was read as a regular form.
    ///
    /// - Parameters:
    ///   - regular: what was read.
    ///   - body: the body that it was read from.
    ///   - declared: the boundaries that Content-Type declares, the first of which it was read with; `nil` where
    ///     there is no other.
    ///   - limits: what may be kept.
    package init(
        _ regular: borrowing RegularForm,
        of body: [UInt8],
        declared: [[UInt8]]?,
        limits: borrowing FormLimits
    ) {
        let close = regular.close(inBodyOf: body.count)
        otherDeclared = declared
        irregularities = []
        self.regular = regular.kept()
        sampleLimit = limits.contentSample
        usesObservedBoundary = false
        length = body.count
        preamble = 0..<0
        partCount = regular.parts.count
        self.close = close
        epilogue = close.text.upperBound..<body.count
        hasTrailingPart = false
        occurrenceCount = 0
        ending = .closed
        kept = KeptBytes(whole: body)
    }

    /// The parts, in order; at most ``FormLimits/parts`` are kept.
    ///
    /// Those of a regular form are made when they are first asked for: often ``outline(ofPartAt:)`` is enough.
    package var parts: [BodyPart] {
        guard irregularities.isEmpty else { return irregularities[0].parts }
        return madeParts.parts {
            regular.parts(of: kept.firstBytes, sampleLimit: sampleLimit)
        }
    }
    /// The offset of the text of the first part's delimiter; `nil` where no part is kept.
    package var firstDelimiterStart: Int? {
        isRegular ? 0 : irregularities[0].parts.first?.delimiter.text.lowerBound
    }
    /// How many of them are kept.
    package var keptPartCount: Int {
        irregularities.isEmpty ? regular.parts.count : irregularities[0].parts.count
    }

    /// Whether the body was read as a regular form.
    var isRegular: Bool { irregularities.isEmpty }

    /// The boundary that the body was read with, without its two dashes; `nil` where none was found.
    ///
    /// That of a regular form is taken from the body each time.
    package var boundary: [UInt8]? { boundarySlice.map { Array($0) } }
    /// The same without a copy.
    package var boundarySlice: ArraySlice<UInt8>? {
        irregularities.isEmpty ? regularDelimiter.dropFirst(2) : irregularities[0].boundary?[...]
    }
    /// The text of the delimiter that the body was read with, usually two dashes and the boundary; see ``boundary``.
    package var delimiterText: [UInt8] {
        irregularities.isEmpty ? Array(regularDelimiter) : irregularities[0].delimiterText
    }
    /// Delimiters that no part follows: at the body's end, or directly before another delimiter.
    ///
    /// At most ``FormLimits/occurrences`` are kept.
    package var emptyDelimiters: [Delimiter] { irregularities.first?.emptyDelimiters ?? [] }
    /// Delimiters in the epilogue.
    package var trailingDelimiters: [Delimiter] { irregularities.first?.trailingDelimiters ?? [] }
    /// Places where the delimiter's text occurs without being a delimiter; at most ``FormLimits/occurrences``.
    package var occurrences: [Occurrence] { irregularities.first?.occurrences ?? [] }
    /// Header lines of parts in the contents of others; at most ``FormLimits/occurrences``.
    package var strayHeaders: [StrayHeader] { irregularities.first?.strayHeaders ?? [] }
    /// Ranges of the body that are gaps in the capture.
    package var gaps: [Range<Int>] { irregularities.first?.gaps ?? [] }

    /// The text of the delimiter of a regular form, with which its body begins.
    private var regularDelimiter: ArraySlice<UInt8> {
        kept[0..<regular.delimiterLength] ?? []
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
