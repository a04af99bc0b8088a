import Bytes
import Forms

/// Line ends that a body without a delimiter holds as text, after the delimiter that it begins with.
enum WrittenLineEnds: String {
    /// Escapes of a programming language or of JSON, which stand where CR LF is meant.
    case escapes = "\\r\\n"
    /// An escape that stands where LF is meant.
    case escape = "\\n"
    /// Percent-encoded CR LF.
    case percentEncoded = "%0D%0A"

    /// Looks at the beginning of a body; `nil` where the delimiter does not stand there, or is followed by other text.
    ///
    /// One quotation mark may stand before it, as where the body is a string in JSON.
    init?(in form: Form) {
        guard form.boundary != nil else { return nil }
        let delimiter = form.delimiterText
        var opening = form.kept.window(at: 0, before: 0, after: delimiter.count + 8).bytes
        if let first = opening.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            opening.removeFirst()
        }
        guard opening.starts(with: delimiter) else { return nil }
        let rest = opening.dropFirst(delimiter.count)
        let known: [(StaticString, WrittenLineEnds)] = [
            ("\\r\\n", .escapes), ("\\n", .escape), ("%0D%0A", .percentEncoded),
        ]
        guard let found = known.first(where: { rest.startsIgnoringCase(with: $0.0) }) else { return nil }
        self = found.1
    }

    /// What is wrong with the bytes.
    func message(_ form: Form) -> String {
        let what =
            switch self {
            case .escapes: "the characters backslash, r, backslash, n"
            case .escape: "the characters backslash, n"
            case .percentEncoded: "six characters, as in a URL"
            }
        return "the line ends of the body are written as `\(rawValue)`, \(what): no line is the delimiter "
            + "`\(PrintableText.text(form.delimiterText))`"
    }

    /// How to write line ends.
    var hint: String {
        switch self {
        case .escapes, .escape:
            "Send the bytes 13 and 10, not their escapes: `curl -F` makes the form itself; in a shell, `printf` and `$'…'` "
                + "read escapes; in a program, do not encode the body as JSON."
        case .percentEncoded:
            "Send the body as it is: percent-encoding is for application/x-www-form-urlencoded and URLs."
        }
    }
}
