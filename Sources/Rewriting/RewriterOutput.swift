import Bytes

/// What a rewriter gives, in order: what the head has to say, then the bytes of the body.
package enum RewriterOutput: Hashable, Sendable {
    /// The files are to be searched for a text, and ``FormRewriter/answer(isFound:using:)`` called: nothing more comes
    /// before that. There may be none to search, where the text is in a value.
    case search(paths: [String], text: [UInt8])
    /// The head can be sent.
    case begin(RewrittenFraming)
    /// Bytes that the client sent.
    case client([UInt8])
    /// Bytes that were added.
    case added([UInt8])
    /// All bytes of a file.
    case file(path: String, length: Int)
    /// The body has ended.
    case end
}

/// How the rewritten body is declared in the head.
package struct RewrittenFraming: Hashable, Sendable {
    /// Its length in bytes; `nil` where it is only known at its end, so that it is sent in chunks.
    package var length: Int?
    /// The boundary, where it is another one than the client's.
    package var boundary: [UInt8]?
    /// Whether anything is changed, or may be in what has not arrived yet.
    package var isChanged: Bool
}

/// A change that was made to a form.
package enum RewritingChange: Hashable, Sendable, CustomStringConvertible {
    /// A file took the place of a field.
    case attached(field: [UInt8], path: String, length: Int)
    /// A value took the place of a field.
    case replaced(field: [UInt8], length: Int)
    /// A field was left out.
    case dropped(field: [UInt8])

    package var description: String {
        switch self {
        case .attached(let field, let path, let length):
            "'\(PrintableText.text(field, limit: 80))' holds \(PrintableText.text(path)) (\(Quantity.of(length, "byte")))"
        case .replaced(let field, let length):
            "'\(PrintableText.text(field, limit: 80))' holds another value (\(Quantity.of(length, "byte")))"
        case .dropped(let field): "'\(PrintableText.text(field, limit: 80))' was left out"
        }
    }
}

/// What a user should know of a form that was to be rewritten.
package enum RewritingRemark: Hashable, Sendable, CustomStringConvertible {
    /// No part is known by the placeholder.
    case noPart(Placeholder)
    /// Another part is known by it too, and was left as it is.
    case furtherPart(Placeholder, number: Int)
    /// The form is faulty, and was passed on as it is.
    case unchanged(FormFault)
    /// The form is faulty from a part on, numbered from 1, after the beginning was passed on.
    case unchangedFrom(part: Int, FormFault)
    /// The form is longer than what is held of one, in bytes.
    case chunked(limit: Int)
    /// The boundary occurs in a file.
    case boundaryReplaced
    /// A file's part cannot be written.
    case unwritable(String)

    package var description: String {
        switch self {
        case .noPart(let placeholder): "no field of the form is '\(placeholder)', so no file was put into it"
        case .furtherPart(let placeholder, let number):
            "part \(number) is '\(placeholder)' too: it was left as it is"
        case .unchanged(let fault): "the form was passed on as it is: \(fault)"
        case .unchangedFrom(let part, let fault):
            "the form was passed on as it is from part \(part) on: \(fault)"
        case .chunked(let limit):
            "the form is longer than \(Quantity.of(limit, "byte")), so it was sent without Content-Length (in HTTP/1.1, in chunks)"
        case .boundaryReplaced: "a file holds the boundary, so the form has another one"
        case .unwritable(let reason): "a file was not put into the form: \(reason)"
        }
    }
}

/// Why a form is not rewritten.
package enum FormFault: Hashable, Sendable, CustomStringConvertible {
    /// The boundary of Content-Type does not occur in it.
    case noDelimiter
    /// It ends before its close delimiter.
    case truncated
    /// A delimiter or the header lines of a part are not as RFC 2046 §5.1.1 demands, at an offset of the body.
    case irregular(offset: Int)
    /// Receivers differ on where a part ends, because the boundary stands in a content, at an offset of the body.
    case ambiguous(offset: Int)

    package var description: String {
        switch self {
        case .noDelimiter: "the boundary of its Content-Type does not occur in it"
        case .truncated: "it ends before its close delimiter"
        case .irregular(let offset):
            "a delimiter, or the header of a part, at offset \(offset) is not regular"
        case .ambiguous(let offset): "the boundary stands within a part, at offset \(offset)"
        }
    }
}
