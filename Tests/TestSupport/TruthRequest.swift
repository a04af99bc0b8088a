/// One request of a ``Truth``.
package struct TruthRequest: Decodable, Sendable {
    /// The request line without its line ending; for HTTP/2, as HTTP/1.1 would write it.
    package let requestLine: String
    /// The header lines in their order, each `Name: value`.
    package let requestHeaders: [String]
    /// The value of Content-Type.
    package let contentType: String?
    /// The boundary, without the dashes of the delimiter; `nil` where the header names none.
    package let boundary: String?
    /// The length of the body in bytes, after the transfer coding is removed.
    package let bodyLength: Int
    /// The SHA-256 of the body, in lowercase hexadecimal digits.
    package let bodySHA256: String
    /// The number of bytes before the first delimiter.
    package let preambleLength: Int?
    /// Whether the close delimiter was received.
    package let hasCloseDelimiter: Bool?
    /// The bytes after the close delimiter.
    package let epilogue: String?
    /// The parts, by a strict parser; `nil` where the body is not a form.
    package let parts: [TruthPart]?
    /// `complete`, or why the server stopped reading.
    package let framingNote: String?
    /// The length of the chunked body on the wire, in bytes; `nil` where it was not chunked.
    package let chunkedWireLength: Int?
    /// The sizes of the chunks in bytes, the 0 of the last chunk included; `nil` where the body was not chunked.
    package let chunkSizes: [Int]?

    private enum CodingKeys: String, CodingKey {
        case requestLine = "request_line"
        case requestHeaders = "request_headers"
        case contentType = "content_type"
        case boundary
        case bodyLength = "body_length"
        case bodySHA256 = "body_sha256"
        case preambleLength = "preamble_length"
        case hasCloseDelimiter = "closing_delimiter"
        case epilogue, parts
        case framingNote = "framing_note"
        case chunkedWireLength = "chunked_wire_length"
        case chunkSizes = "chunk_sizes"
    }
}
