import Bytes

/// Limits of the form reader: each bounds what a hostile body can make Partwise keep.
package struct FormLimits: Sendable {
    /// Bytes looked at before the boundary in use is settled: a longer preamble is unheard of.
    package var opening = 16 * 1024
    /// Bytes of header lines in one part: ModSecurity allows 4 KiB a line, busboy 16 KiB in all.
    package var header = 64 * 1024
    /// Parts kept with their details, more are only counted: PHP takes 1,000 fields, Go 1,000 parts.
    package var parts = 20_000
    /// Occurrences of the boundary outside delimiters that are kept, more are only counted.
    package var occurrences = 32
    /// First bytes kept of each part's content.
    package var contentSample = 1024
    /// Bytes kept of a body that is too large to be kept whole, besides headers and samples of its parts.
    package var keptPieces = 1024 * 1024
    /// Bodies of up to this many bytes are kept whole while they are judged.
    package var wholeBody = 64 * 1024

    /// The default limits.
    package init() {}
}

/// Where a body ended, as its reader understood it.
package enum FormEnding: Hashable, Sendable {
    /// After a close delimiter.
    case closed
    /// Before any delimiter was found.
    case noDelimiter
    /// Directly after a delimiter line that begins a part: no header line followed.
    case afterDelimiter
    /// Inside what looks like a delimiter: the bytes of it that are there.
    case inDelimiter(Range<Int>)
    /// Inside the header lines of the last part.
    case inHeader
    /// Inside the content of the last part.
    case inContent
}

/// A multipart body as it is: its nodes with their places, and nothing judged.
///
/// Every byte belongs to exactly one node (``nodes``). Offsets count in the body after transfer and content
/// coding. A class, because every rule looks at it and it never changes. (RFC 2046 §5.1.)
package final class Form: Sendable {
    /// The boundaries that Content-Type declares, in order; usually one.
    package let declared: [[UInt8]]
    /// The boundary by which the body was read, without its two dashes; `nil` where none could be found.
    package let boundary: [UInt8]?
    /// The text of the delimiter by which the body was read, usually the boundary after two dashes.
    package let delimiterText: [UInt8]
    /// Whether the body was read by a boundary found in it, because no declared one occurs there.
    package let usesObservedBoundary: Bool
    /// The number of bytes of the body, missing ones included.
    package let length: Int
    /// The bytes before the first delimiter, without the line break that belongs to it.
    package let preamble: Range<Int>
    /// The parts, in order; at most ``FormLimits/parts`` are kept.
    package let parts: [BodyPart]
    /// How many parts there are.
    package let partCount: Int
    /// Delimiters after which no part begins: at the body's end, or directly before another delimiter.
    ///
    /// At most ``FormLimits/occurrences`` are kept.
    package let emptyDelimiters: [Delimiter]
    /// The close delimiter, `nil` where there is none.
    package let close: Delimiter?
    /// Every byte after the close delimiter's text, its padding and line break included.
    package let epilogue: Range<Int>
    /// Delimiters in the epilogue.
    package let trailingDelimiters: [Delimiter]
    /// Whether header lines follow the first of ``trailingDelimiters`` that is no close delimiter.
    package let hasTrailingPart: Bool
    /// Places where the delimiter's text occurs without being a delimiter; at most ``FormLimits/occurrences``.
    package let occurrences: [Occurrence]
    /// How many such places there are.
    package let occurrenceCount: Int
    /// Where the body ended.
    package let ending: FormEnding
    /// Ranges of the body that the capture lacks.
    package let gaps: [Range<Int>]
    /// The bytes that were kept.
    package let kept: KeptBytes
    /// What is unusual in the form: rules that look for one thing are run only where it is.
    package let traits: FormTraits

    /// The form of a body of which nothing was read.
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

    /// The form that a draft has become.
    init(_ draft: borrowing FormDraft) {
        declared = draft.declared
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
        ending = draft.ending
        gaps = draft.gaps
        kept = draft.kept
        traits = draft.traits
    }

    /// The form that a body is which was found to be regular.
    init(_ regular: borrowing RegularForm, of body: [UInt8], declared: [[UInt8]]) {
        self.declared = declared
        boundary = declared.first
        delimiterText = regular.search.needle
        usesObservedBoundary = false
        length = body.count
        preamble = 0..<0
        parts = regular.parts
        partCount = regular.parts.count
        emptyDelimiters = []
        close = regular.close
        epilogue = regular.close.text.upperBound..<body.count
        trailingDelimiters = []
        hasTrailingPart = false
        occurrences = []
        occurrenceCount = 0
        ending = .closed
        gaps = []
        kept = KeptBytes(whole: body)
        traits = regular.traits
    }

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

/// Whether something that rules look for occurs in a form at all.
package struct FormTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt64

    /// Makes a set of its bits.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The body was not read by a declared boundary.
    package static let observedBoundary = FormTraits(rawValue: 1 << 0)
    /// A delimiter has padding, junk, an unusual precedent, ending or close form.
    package static let irregularDelimiter = FormTraits(rawValue: 1 << 1)
    /// A header line or blank line ends in something other than CRLF, or holds a CR without LF, or there is no blank line.
    package static let irregularLine = FormTraits(rawValue: 1 << 2)
    /// A header line is folded, lacks its colon, or has a name that is no token directly before its colon.
    package static let irregularHeader = FormTraits(rawValue: 1 << 3)
    /// A part has a field other than one Content-Disposition and at most one Content-Type.
    package static let otherField = FormTraits(rawValue: 1 << 4)
    /// A part has no Content-Disposition, or one that is not `form-data; name="…"[; filename="…"]` plainly.
    package static let irregularDisposition = FormTraits(rawValue: 1 << 5)
    /// A header holds a byte above 0x7E, or a control character that belongs to no CR LF.
    package static let nonPlainHeader = FormTraits(rawValue: 1 << 6)
    /// Bytes stand before the first delimiter, or more than one CRLF after the close delimiter, or none.
    package static let irregularEnds = FormTraits(rawValue: 1 << 7)
    /// The boundary occurs outside delimiters.
    package static let occurrence = FormTraits(rawValue: 1 << 8)
    /// The body did not end after a close delimiter.
    package static let unclosed = FormTraits(rawValue: 1 << 9)
    /// A part's content begins or ends with a line break, or has lone line breaks.
    package static let contentLineBreaks = FormTraits(rawValue: 1 << 10)
    /// A part has a filename.
    package static let file = FormTraits(rawValue: 1 << 11)
    /// A part has a Content-Type.
    package static let partType = FormTraits(rawValue: 1 << 12)
    /// There is no part.
    package static let noParts = FormTraits(rawValue: 1 << 13)
    /// A line among the first ones of a part's content begins with a dash, or with a C as `Content-Disposition` does.
    package static let dashedLine = FormTraits(rawValue: 1 << 14)
    /// A part's Content-Type is more than a plain `type/subtype`, or less, or a multipart.
    package static let irregularPartType = FormTraits(rawValue: 1 << 16)
    /// A part's filename is empty, or longer than file systems allow.
    package static let irregularFilename = FormTraits(rawValue: 1 << 17)
    /// A part has a filename, but no Content-Type.
    package static let untypedFile = FormTraits(rawValue: 1 << 18)
    /// A control character below the tab stands among the first bytes of a part that is no file.
    package static let controlInField = FormTraits(rawValue: 1 << 15)
    /// A part's name is `_charset_`.
    package static let charsetField = FormTraits(rawValue: 1 << 19)
    /// A byte above 0x7F stands among the first bytes of a part that is no file.
    package static let fieldBeyondASCII = FormTraits(rawValue: 1 << 20)
    /// A filename has an extension that stands for a kind of file, and the file's Content-Type is none of it.
    package static let foreignExtension = FormTraits(rawValue: 1 << 21)
    /// A control character below the tab stands among the first bytes of a part of type text.
    package static let controlInText = FormTraits(rawValue: 1 << 22)
    /// A part without filename has a Content-Type that is neither text nor JSON.
    package static let typedField = FormTraits(rawValue: 1 << 23)
    /// A file begins like the Base64 form of one, or like a `data:` URI.
    package static let encodedFile = FormTraits(rawValue: 1 << 24)
    /// A file has no content.
    package static let emptyFile = FormTraits(rawValue: 1 << 25)
    /// A field comes after a file.
    package static let fieldAfterFile = FormTraits(rawValue: 1 << 26)
    /// There is more than one file.
    package static let severalFiles = FormTraits(rawValue: 1 << 27)
    /// A part's header is longer than 512 bytes, or has more than eight lines.
    package static let longHeader = FormTraits(rawValue: 1 << 28)
    /// There are more than twenty parts.
    package static let manyParts = FormTraits(rawValue: 1 << 29)
    /// The body is longer than 131,072 bytes.
    package static let large = FormTraits(rawValue: 1 << 30)
    /// A bracket in a name is never closed, or there are very many.
    package static let oddBrackets = FormTraits(rawValue: 1 << 31)
    /// Two parts may have the same name: they have unless their digests deceive.
    package static let repeatedName = FormTraits(rawValue: 1 << 32)
    /// A part's Content-Type is another one than `application/octet-stream`.
    package static let telltaleType = FormTraits(rawValue: 1 << 33)
    /// A part's whole content begins and ends as what a program prints for an object does.
    package static let printedValue = FormTraits(rawValue: 1 << 34)
    /// A part's first Content-Disposition is not written in just these letters.
    package static let oddNameCase = FormTraits(rawValue: 1 << 35)
}
