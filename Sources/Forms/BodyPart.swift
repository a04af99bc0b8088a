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
/// (RFC 2046 §5.1, RFC 7578 §4.)
package struct BodyPart: Sendable {
    /// The number of the part, from 1.
    package var number: Int
    /// The delimiter before it.
    package var delimiter: Delimiter
    /// The header lines, with their bytes; ranges are offsets in the body.
    package var header: FieldSection
    /// How the header lines ended.
    package var headerEnd: HeaderEnd
    /// What ends the blank line; `.none` where there is no blank line.
    package var blankLine: LineEnding
    /// The content, without the line break that belongs to the next delimiter.
    package var content: Range<Int>
    /// The parsed Content-Disposition, `nil` where the part has none.
    package var disposition: ContentDisposition?
    /// The parsed Content-Type, `nil` where the part has none.
    package var mediaType: MediaType?
    /// What was learnt of the content.
    package var facts: ContentFacts

    /// Whether the part carries a `filename` (or `filename*`) parameter.
    package var isFile: Bool { disposition?.filename != nil || disposition?.filenameStar != nil }
    /// The raw bytes of the name, `nil` where there is none.
    package var name: ArraySlice<UInt8>? { disposition?.name.map { header[$0.rawValue] } }
    /// The raw bytes of the filename, `nil` where there is none.
    package var filename: ArraySlice<UInt8>? { disposition?.filename.map { header[$0.rawValue] } }
}

/// What is kept of a part's content.
package struct ContentFacts: Hashable, Sendable {
    /// The first bytes of the content, at most ``FormLimits/contentSample``.
    package var sample: [UInt8] = []
    /// The last bytes of the content, at most 2.
    package var tail: [UInt8] = []
    /// The offset in the body of the first LF without CR in the sample, `nil` where there is none.
    package var firstLoneLF: Int?
    /// The offset in the body of the first CR without LF in the sample, `nil` where there is none.
    package var firstLoneCR: Int?
    /// Bytes of the content that the capture lacks.
    package var missingBytes: Int = 0
}
