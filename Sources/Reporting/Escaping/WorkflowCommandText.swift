import Bytes

/// Escapes text for GitHub's workflow commands.
enum WorkflowCommandText {
    /// A message: percent signs and line breaks would end or change it.
    static func message(_ text: String) -> String { escaped(text, for: "%") }

    /// The value of a property, which colons and commas would end too.
    static func property(_ text: String) -> String { escaped(text, for: "%:,") }

    /// A line that is no command: commands begin with `::` after optional blanks, or, in the older syntax, with `##[`
    /// anywhere.
    static func ordinary(_ row: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in row.unicodeScalars {
            if scalar == "[", result.suffix(2).elementsEqual("##".unicodeScalars) {
                result.removeLast()
                result.append(contentsOf: " #".unicodeScalars)
            }
            result.append(scalar)
        }
        let start = result.drop(while: \.properties.isWhitespace)
        return (start.starts(with: "::".unicodeScalars) ? "./" : "") + String(result)
    }

    private static func escaped(_ text: String, for significant: String) -> String {
        PrintableText.text(text, limit: 4000).escapingScalars { scalar in
            guard significant.unicodeScalars.contains(scalar) else { return nil }
            return "%" + String(scalar.value, radix: 16, uppercase: true)
        }
    }
}
