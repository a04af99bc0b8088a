package import Bytes

/// How the header lines of a part ended.
package enum HeaderEnd: UInt8, Hashable, Sendable {
    /// At a blank line, as they should (RFC 2046 §5.1).
    case blankLine
    /// At a line that is no header line, with no blank line before the next delimiter: content begins there.
    case content
    /// At the next delimiter.
    case delimiter
    /// At the end of the body.
    case bodyEnd
    /// At bytes that the capture lacks.
    case gap
    /// At the limit on header bytes.
    case limit
}

/// A part of a form, as places in the body and what was learnt of its content in passing.
///
/// ```
///   delimiter │ header lines │ blank line │ content │ (lead of the next delimiter)
/// ```
/// What was read of its header lines, and the first bytes of its content, are shared with where they came from.
/// (RFC 2046 §5.1, RFC 7578 §4.)
package struct BodyPart: Sendable {
    /// The number of the part, from 1.
    package let number: Int
    /// The delimiter before it.
    package let delimiter: Delimiter
    /// How the header lines ended.
    package let headerEnd: HeaderEnd
    /// What ends the blank line; `.none` where there is no blank line.
    package let blankLine: LineEnding
    /// The content, without the line break that belongs to the next delimiter.
    package let content: Range<Int>
    /// What was learnt of the content.
    package let facts: ContentFacts
    /// Whether the part carries a `filename` (or `filename*`) parameter.
    package let isFile: Bool
    /// The header lines and what was read of them.
    let readHeader: PartHeader

    /// Makes a part of what was read of it.
    init(_ reading: borrowing PartReading, contentEnd: Int, facts: consuming ContentFacts) {
        number = reading.number
        delimiter = reading.delimiter
        readHeader = reading.header
        headerEnd = reading.headerEnd
        blankLine = reading.blankLine
        content = reading.contentStart..<max(contentEnd, reading.contentStart)
        self.facts = facts
        isFile = reading.isFile
    }

    /// Makes a part whose content is known; its number, the delimiter before it, and its header lines.
    init(
        _ number: Int,
        _ delimiter: Delimiter,
        _ header: PartHeader,
        _ block: HeaderBlock,
        content: Range<Int>,
        _ facts: consuming ContentFacts
    ) {
        self.number = number
        self.delimiter = delimiter
        readHeader = header
        headerEnd = block.end
        blankLine = block.blankLine
        self.content = content
        self.facts = facts
        isFile = header.isFile
    }

    /// The header lines, with their bytes; ranges are offsets in the body.
    package var header: FieldSection { readHeader.section }
    /// The parsed Content-Disposition, `nil` where the part has none.
    package var disposition: ContentDisposition? { readHeader.disposition }
    /// The parsed Content-Type, `nil` where the part has none.
    package var mediaType: MediaType? { readHeader.mediaType }
    /// What its header lines are by themselves.
    package var headerFacts: HeaderFacts { readHeader.facts }
    /// The raw bytes of the name, `nil` where there is none.
    package var name: ArraySlice<UInt8>? {
        guard let place = readHeader.disposition?.nameValue else { return nil }
        return readHeader.section[place]
    }
    /// The raw bytes of the filename, `nil` where there is none.
    package var filename: ArraySlice<UInt8>? { disposition?.filename.map { header[$0.rawValue] } }
}

/// What is kept of a part's content.
package struct ContentFacts: Sendable {
    /// The first bytes of the content, at most ``FormLimits/contentSample``, perhaps as a piece of the whole body.
    package private(set) var opening: ArraySlice<UInt8> = []
    /// The last byte of the content, `nil` where that is empty or not in the capture.
    package var last: UInt8?
    /// The byte before the last one, `nil` where there is none.
    package var secondLast: UInt8?
    /// The offset in the body of the first LF without CR in the sample, `nil` where there is none.
    package var firstLoneLF: Int?
    /// The offset in the body of the first CR without LF in the sample, `nil` where there is none.
    package var firstLoneCR: Int?
    /// Bytes of the content that the capture lacks.
    package var missingBytes: Int = 0
    /// What occurs in the sample.
    package internal(set) var features: ContentFeatures = []

    /// The first bytes of the content, by themselves: asked for once, since they may have to be copied.
    package var sample: [UInt8] { Array(opening) }
    /// Whether the last bytes of the content are CR LF.
    package var endsInCRLF: Bool { secondLast == 0x0D && last == 0x0A }

    /// Adds the next of the first bytes.
    mutating func addToSample(_ bytes: ArraySlice<UInt8>) {
        if opening.isEmpty { opening = bytes } else { opening += bytes }
    }
}
