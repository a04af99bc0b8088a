/// Escapes text for Markdown, as GitHub reads it.
package enum MarkdownText {
    /// The text for a line of its own or a cell of a table: no character of it is markup of Markdown or HTML.
    package static func escaped(_ text: String) -> String {
        let escaped = text.escapingScalars { scalar in
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&", "~": "\\\(scalar)"
            // A line break would end the line or the row.
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
            default: nil
            }
        }
        return markingStart(of: escaped)
    }

    /// The text, its first character escaped where it would make the line a list, a heading or a rule.
    private static func markingStart(of text: String) -> String {
        let rest = text.unicodeScalars.drop { $0 == " " }
        let digits = rest.prefix { $0.isASCII && $0.properties.numericType != nil }
        guard let first = rest.dropFirst(digits.count).first,
            digits.isEmpty ? "-+=".unicodeScalars.contains(first) : first == "." || first == ")"
        else { return text }
        // `-5` and `1.5` are no items of a list.
        let next = rest.dropFirst(digits.count + 1).first
        guard next == nil || next == " " || first == next else { return text }
        let index = digits.endIndex
        return text[..<index] + "\\" + text[index...]
    }

    /// The lines between fences longer than any run of backticks in them.
    static func fenced(_ lines: [String]) -> [String] {
        let runs = lines.flatMap { line in
            line.unicodeScalars.split(whereSeparator: { $0 != "`" }).map(\.count)
        }
        let fence = String(repeating: "`", count: max((runs.max() ?? 0) + 1, 3))
        return [fence + "text"] + lines + [fence]
    }
}
