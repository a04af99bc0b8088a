import Bytes
import Forms
import Inspection

/// Line ends that a body without a delimiter line holds as text, after the delimiter that it begins with.
struct WrittenLineEnds {
    /// What wrote them.
    private enum Kind {
        /// A string of a programming language, of a shell or of JSON that was taken as it stands.
        case escapes
        /// A string of PowerShell in single quotes.
        case powerShell
        /// A constant of Visual Basic inside a string.
        case basic
        /// Percent-encoding.
        case percentEncoding
        /// Markup.
        case markup
        /// Another text in their place.
        case other
    }

    private let written: String
    private let kind: Kind

    private static let known: [(StaticString, Kind)] = [
        ("\\r\\n", .escapes), ("\\n", .escapes), ("\\\\r\\\\n", .escapes), ("\\\\n", .escapes),
        ("\\u000d\\u000a", .escapes), ("\\x0d\\x0a", .escapes), ("`r`n", .powerShell), ("`n", .powerShell),
        ("vbCrLf", .basic), ("%0D%0A", .percentEncoding), ("%0A", .percentEncoding), ("&#13;&#10;", .markup),
        ("&#xD;&#xA;", .markup), ("&#10;", .markup), ("<br>", .markup), ("<br/>", .markup),
    ]

    /// Looks at the beginning of a body; `nil` where the delimiter does not stand there, or is followed by other text.
    ///
    /// One quotation mark may stand before it, as where the body is a string in JSON.
    init?(in form: Form) {
        guard form.boundary != nil else { return nil }
        let delimiter = form.delimiterText
        var opening = form.kept.window(at: 0, before: 0, after: delimiter.count + 24).bytes
        if let first = opening.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            opening.removeFirst()
        }
        guard opening.starts(with: delimiter) else { return nil }
        let rest = opening.dropFirst(delimiter.count)
        if let found = Self.known.first(where: { rest.startsIgnoringCase(with: $0.0) }) {
            (written, kind) = ("\(found.0)", found.1)
            return
        }
        guard let header = rest.indices.first(where: { rest[$0...].startsIgnoringCase(with: "content-") }),
            header > rest.startIndex, rest[..<header].allSatisfy({ !$0.isBlank && !$0.isLineBreak })
        else { return nil }
        (written, kind) = (PrintableText.text(rest[..<header]), .other)
    }

    /// What is wrong with the bytes.
    func message(_ form: Form) -> String {
        let shown = kind == .powerShell ? "\"\(written)\"" : "`\(written)`"
        let count = Quantity.of(written.unicodeScalars.count, "character")
        let delimiter = "`\(PrintableText.text(form.delimiterText))`"
        guard kind == .other else {
            return
                "the line ends of the body are written as the \(count) \(shown): no line is the delimiter \(delimiter)"
        }
        return
            "the text \(shown) stands between the first delimiter and the header line after it, where the bytes CR LF must: "
            + "no line is the delimiter \(delimiter)"
    }

    /// How to write line ends.
    var hint: String {
        switch kind {
        case .escapes:
            "Send the bytes 13 and 10, not their escapes: `curl -F` makes the form itself; in a shell, `printf` and `$'…'` "
                + "read escapes; in a program, do not encode the body as JSON."
        case .powerShell:
            "Write the text in double quotes, where PowerShell makes line ends of them, or let `-Form @{…}` make the form."
        case .basic: "Close the quotes before the constant: `\"…\" & vbCrLf & \"…\"`."
        case .percentEncoding:
            "Send the body as it is: percent-encoding is for application/x-www-form-urlencoded and URLs."
        case .markup: "Send the body as it is, without the escapes of XML or HTML."
        case .other: "Write the bytes 13 and 10 there, and at the end of each header line and content."
        }
    }
}
