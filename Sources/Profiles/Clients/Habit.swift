/// A respect in which encoders and HTTP clients habitually differ.
package enum Habit: String, Hashable, CaseIterable, Sendable {
    /// The shape of boundaries.
    case boundary
    /// The request's Content-Type, with an ellipsis in place of the boundary.
    case type
    /// The names of the request's fields, as spelt and in order.
    case fieldOrder = "field-order"
    /// The pseudo-header fields of HTTP/2 in order (RFC 9113 §8.3.1).
    case pseudoHeaderOrder = "pseudo-header-order"
    /// How the length of the body is delimited.
    case framing
    /// The User-Agent, which is a claim and no proof.
    case userAgent = "user-agent"
    /// The names of the fields of a part without filename, as spelt and in order.
    case valueHeader = "value-header"
    /// The Content-Type of a part without filename.
    case valueType = "value-type"
    /// The names of the fields of a part with a filename, as spelt and in order.
    case fileHeader = "file-header"
    /// The Content-Type of a file whose extension implies a more specific type than
    /// `application/octet-stream`.
    case fileType = "file-type"
    /// How `name` is written: between quotes, or as a token.
    case nameQuoting = "name-quoting"
    /// How a quotation mark in a name or filename is written.
    case quotationMark = "quotation-mark"
    /// How a backslash in a name or filename is written.
    case backslash
    /// How a line break in a name or filename is written.
    case lineBreak = "line-break"
    /// How a character outside ASCII in a name or filename is written.
    case beyondASCII = "beyond-ascii"
    /// The bytes before the first delimiter.
    case preamble
    /// The line ending of delimiters and part headers.
    case lineEnding = "line-ending"
    /// The bytes after the close delimiter.
    case epilogue

    /// Its place among all of them.
    var place: Int {
        switch self {
        case .boundary: 0
        case .type: 1
        case .fieldOrder: 2
        case .pseudoHeaderOrder: 3
        case .framing: 4
        case .userAgent: 5
        case .valueHeader: 6
        case .valueType: 7
        case .fileHeader: 8
        case .fileType: 9
        case .nameQuoting: 10
        case .quotationMark: 11
        case .backslash: 12
        case .lineBreak: 13
        case .beyondASCII: 14
        case .preamble: 15
        case .lineEnding: 16
        case .epilogue: 17
        }
    }

    /// Whether the form's encoder determines it; the others depend on the HTTP library, the program or a
    /// proxy.
    package var isOfEncoder: Bool {
        switch self {
        case .boundary, .valueHeader, .valueType, .fileHeader, .nameQuoting, .quotationMark, .backslash,
            .lineBreak, .beyondASCII, .preamble, .lineEnding, .epilogue:
            true
        case .type, .fieldOrder, .pseudoHeaderOrder, .framing, .userAgent, .fileType: false
        }
    }

    /// Those that the form's encoder determines.
    static let ofEncoders = HabitSet(allCases.filter(\.isOfEncoder))

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
