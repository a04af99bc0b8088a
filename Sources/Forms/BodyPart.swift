package import Bytes

/// How the header lines of a part ended.
package enum HeaderEnd: UInt8, Hashable, Sendable {
    /// At a blank line, as required (RFC 2046 §5.1).
    case blankLine
    /// At a line that is not a header line, without a blank line before the next delimiter: content begins
    /// there.
    case content
    /// At the next delimiter.
    case delimiter
    /// At the end of the body.
    case bodyEnd
    /// At a gap in the capture.
    case gap
    /// At the limit on header bytes.
    case limit
}

/// A part of a form: its ranges in the body, and facts about its content.
///
/// ```
///   delimiter │ header lines │ blank line │ content │ (lead of the next delimiter)
/// ```
/// The parsed header lines and the first content bytes share storage with the reader and with other copies.
/// (RFC 2046 §5.1, RFC 7578 §4.)
package struct BodyPart: Hashable, Sendable {
    /// The number of the part, from 1.
    package let number: Int
    /// The delimiter before it.
    package let delimiter: Delimiter
    /// The content, without the line break that belongs to the next delimiter.
    package let content: Range<Int>
    /// Facts about the content, collected while it was read.
    package let facts: ContentFacts
    /// Whether the part carries a `filename` (or `filename*`) parameter.
    package let isFile: Bool
    /// How the header lines ended.
    package let headerEnd: HeaderEnd
    /// What ends the blank line; `.none` where there is no blank line.
    package let blankLine: LineEnding
    /// The parsed header lines.
    package let readHeader: PartHeader

    /// Makes a part from a finished reading.
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

    /// Makes a part of a regular form: a blank line of CR LF ends its header lines.
    init(
        regular number: Int,
        _ delimiter: Delimiter,
        _ header: PartHeader,
        content: Range<Int>,
        _ opening: ArraySlice<UInt8>,
        _ marks: ContentMarks
    ) {
        self.number = number
        self.delimiter = delimiter
        isFile = header.isFile
        readHeader = header
        headerEnd = .blankLine
        blankLine = .crlf
        self.content = content
        facts = ContentFacts(opening, marks)
    }

    /// The header lines, with their bytes; ranges are offsets in the body.
    package var header: FieldSection { readHeader.section }
    /// Calls a function with the name and the value of each header line, in order, without making a section.
    package func forEachHeaderLine(_ body: (_ name: RawSpan, _ value: RawSpan) -> Void) {
        readHeader.forEachLine(body)
    }
    /// The parsed Content-Disposition, `nil` where the part has none.
    package var disposition: ContentDisposition? { readHeader.disposition }
    /// The parsed Content-Type, `nil` where the part has none.
    package var mediaType: MediaType? { readHeader.mediaType }
    /// What its header lines are by themselves.
    package var headerFacts: HeaderFacts { readHeader.facts }
    /// The raw bytes of the name, `nil` where there is none.
    package var name: ArraySlice<UInt8>? { readHeader.name }
    /// The raw bytes of the filename, `nil` where there is none.
    package var filename: ArraySlice<UInt8>? { readHeader.filename }
    /// The raw value of the Content-Type, `nil` where the part has none.
    package var mediaTypeValue: ArraySlice<UInt8>? { readHeader.mediaTypeValue }
    /// The type and subtype of the Content-Type, `nil` where the part has none.
    package var declaredType: ArraySlice<UInt8>? {
        hasPlainHeader ? mediaTypeValue : mediaType.map { header[$0.type] }
    }
    /// Whether its header lines are written as those of most clients are: a Content-Disposition with a name and perhaps
    /// a filename in quotes, of printable ASCII without the characters that clients escape, and perhaps a Content-Type
    /// without parameters.
    package var hasPlainHeader: Bool { readHeader.isPlain }

    /// Calls a function with the name, the filename and the media type of a plain header, empty for those that are absent,
    /// where that is all that is to be known of its lines; false where the header is not plain, or the function says so.
    package func withPlainTexts(
        _ body: (_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) -> Bool
    ) -> Bool {
        readHeader.withPlainTexts(body)
    }
}

/// Facts about a part's content, collected in one pass.
package struct ContentFacts: Hashable, Sendable {
    /// The first bytes of the content, at most ``FormLimits/contentSample``, possibly a slice of the whole
    /// body.
    package private(set) var opening: ArraySlice<UInt8>
    /// What its bytes are, without these themselves.
    package internal(set) var marks: ContentMarks

    /// Takes a sample, and what is known of the content.
    init(_ opening: ArraySlice<UInt8>, _ marks: ContentMarks) {
        self.opening = opening
        self.marks = marks
    }

    /// No facts yet.
    init() { self.init([], ContentMarks()) }

    /// The first bytes of the content as an array; read it once, since it may copy them.
    package var sample: [UInt8] { Array(opening) }
    /// Whether the last bytes of the content are CR LF.
    package var endsInCRLF: Bool { marks.secondLast == 0x0D && marks.last == 0x0A }

    /// Appends to the sample.
    mutating func addToSample(_ bytes: ArraySlice<UInt8>) {
        if opening.isEmpty { opening = bytes } else { opening += bytes }
    }
}

/// What the bytes of a part's content are, without these themselves.
@usableFromInline
package struct ContentMarks: Hashable, Sendable {
    // Negative for none: many parts are kept, and an optional number takes twice as much.
    @usableFromInline
    var loneLF = -1
    @usableFromInline
    var loneCR = -1
    /// The number of content bytes in gaps of the capture.
    package var missingBytes: Int = 0
    /// The last byte of the content, `nil` where that is empty or not in the capture.
    package var last: UInt8?
    /// The byte before the last one, `nil` where there is none.
    package var secondLast: UInt8?
    /// What occurs in the sample.
    package internal(set) var features: ContentFeatures = []

    /// The offset in the body of the first LF without CR in the sample, `nil` where there is none.
    @inlinable
    package var firstLoneLF: Int? {
        get { loneLF < 0 ? nil : loneLF }
        set { loneLF = newValue ?? -1 }
    }
    /// The offset in the body of the first CR without LF in the sample, `nil` where there is none.
    @inlinable
    package var firstLoneCR: Int? {
        get { loneCR < 0 ? nil : loneCR }
        set { loneCR = newValue ?? -1 }
    }
}

extension ContentFacts {
    /// The last byte of the content, `nil` where that is empty or not in the capture.
    package var last: UInt8? { marks.last }
    /// The byte before the last one, `nil` where there is none.
    package var secondLast: UInt8? { marks.secondLast }
    /// The offset in the body of the first LF without CR in the sample, `nil` where there is none.
    package var firstLoneLF: Int? { marks.firstLoneLF }
    /// The offset in the body of the first CR without LF in the sample, `nil` where there is none.
    package var firstLoneCR: Int? { marks.firstLoneCR }
    /// The number of content bytes in gaps of the capture.
    package var missingBytes: Int { marks.missingBytes }
    /// What occurs in the sample.
    package var features: ContentFeatures { marks.features }
}
