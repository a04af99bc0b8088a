/// One part of a ``TruthRequest``, as a strict parser found it.
package struct TruthPart: Decodable, Sendable {
    /// The part's header lines in their order, without their line endings.
    package let headers: [String]
    /// Whether a blank line ended the header lines.
    package let hasBlankLine: Bool
    /// The value of Content-Disposition.
    package let disposition: String?
    /// The `name` parameter exactly as sent between its quotes, without unescaping.
    package let name: String?
    /// The `filename` parameter exactly as sent between its quotes, without unescaping.
    package let filename: String?
    /// The `filename*` parameter as sent.
    package let filenameStar: String?
    /// The value of the part's Content-Type.
    package let contentType: String?
    /// The value of the part's Content-Transfer-Encoding.
    package let transferEncoding: String?
    /// The length of the content in bytes, as sent.
    package let size: Int
    /// The SHA-256 of the content, in lowercase hexadecimal digits.
    package let sha256: String

    private enum CodingKeys: String, CodingKey {
        case headers
        case hasBlankLine = "blank_line"
        case disposition = "disposition_raw"
        case name = "name_raw"
        case filename = "filename_raw"
        case filenameStar = "filename_star_raw"
        case contentType = "content_type"
        case transferEncoding = "transfer_encoding"
        case size, sha256
    }
}
