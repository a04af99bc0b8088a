/// A respect in which encoders and HTTP clients habitually differ.
package enum Habit: String, Hashable, CaseIterable, Sendable {
    /// How boundaries look.
    case boundary
    /// The request's Content-Type, an ellipsis in the place of the boundary.
    case type
    /// The names of the request's fields, as spelt and in order.
    case fieldOrder = "field-order"
    /// The pseudo-header fields of HTTP/2 in order (RFC 9113 §8.3.1).
    case pseudoHeaderOrder = "pseudo-header-order"
    /// How the end of the body is found.
    case framing
    /// The User-Agent, which is a claim and proves nothing.
    case userAgent = "user-agent"
    /// The names of the fields of a part without filename, as spelt and in order.
    case valueHeader = "value-header"
    /// The Content-Type of a part without filename.
    case valueType = "value-type"
    /// The names of the fields of a part with a filename, as spelt and in order.
    case fileHeader = "file-header"
    /// The Content-Type of a file whose name has an extension that tells more than `application/octet-stream`.
    case fileType = "file-type"
    /// How `name` is written: between quotes, or as a token.
    case nameQuoting = "name-quoting"
    /// What stands for a quotation mark in a name or filename.
    case quotationMark = "quotation-mark"
    /// What stands for a backslash in a name or filename.
    case backslash
    /// What stands for a line break in a name or filename.
    case lineBreak = "line-break"
    /// What stands for a character outside ASCII in a name or filename.
    case beyondASCII = "beyond-ascii"
    /// What stands before the first delimiter.
    case preamble
    /// In what the lines of delimiters and of part headers end.
    case lineEnding = "line-ending"
    /// What stands after the close delimiter.
    case epilogue

    /// Whether it is the encoder of the form that has it; the others are those of whatever sends the request, which a
    /// program or a proxy may change.
    package var isOfEncoder: Bool {
        switch self {
        case .boundary, .valueHeader, .valueType, .fileHeader, .nameQuoting, .quotationMark, .backslash,
            .lineBreak, .beyondASCII, .preamble, .lineEnding, .epilogue:
            true
        case .type, .fieldOrder, .pseudoHeaderOrder, .framing, .userAgent, .fileType: false
        }
    }

    /// The habit in words, as a title.
    package var title: String {
        switch self {
        case .boundary: "boundary"
        case .type: "Content-Type"
        case .fieldOrder: "fields of the head"
        case .pseudoHeaderOrder: "pseudo-header fields"
        case .framing: "framing"
        case .userAgent: "User-Agent"
        case .valueHeader: "header of a value"
        case .valueType: "type of a value"
        case .fileHeader: "header of a file"
        case .fileType: "type of a file"
        case .nameQuoting: "name is written"
        case .quotationMark: "quotation mark"
        case .backslash: "backslash"
        case .lineBreak: "line break"
        case .beyondASCII: "beyond ASCII"
        case .preamble: "preamble"
        case .lineEnding: "lines end in"
        case .epilogue: "after the close"
        }
    }
}
