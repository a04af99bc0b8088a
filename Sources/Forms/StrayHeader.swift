/// The header line of a part that stands in the content of another part, at the beginning of a line.
///
/// A delimiter that differs from the others has such a line after it, wherever in a content it stands.
package struct StrayHeader: Hashable, Sendable {
    /// The number of the part in whose content it is.
    package let part: Int
    /// The text `Content-Disposition: form-data`, as offsets in the body.
    package let header: Range<Int>
    /// The offset of the first of the header lines that it is among.
    package let linesStart: Int
    /// The line before the header lines, without blanks at its end; empty where there is none, or a longer one than
    /// any delimiter.
    package let line: [UInt8]
    /// The offset of that line's first byte in the body.
    package let lineStart: Int
    /// Whether CR LF precedes the header line.
    package let followsCRLF: Bool
    /// Whether a parameter follows, as in the header line of every part of a form.
    package let hasParameter: Bool
    /// The bytes from that line to the beginning of the header line, and the offset of the first.
    let excerpt: [UInt8]
    let excerptStart: Int
}
