import Bytes

/// Quoting of texts for YAML files.
enum YAMLText {
    /// The text, between double quotes unless it is plainly a word.
    ///
    /// Text from a capture is hostile: only letters, digits and a few punctuation characters are written
    /// without quotes, and control characters, bidirectional controls and line breaks are escaped (YAML 1.2
    /// §5.7).
    static func scalar(_ text: String) -> String {
        isWord(text) ? text : quoted(text)
    }

    /// The text between double quotes.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x09: result += "\\t"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0..<0x20, 0x7F..<0xA1: result += "\\x" + hexadecimal(scalar.value, 2)
            case 0x10000...: result += "\\U" + hexadecimal(scalar.value, 8)
            // YAML does not allow private-use characters and noncharacters either (§5.1).
            case 0xE000...0xF8FF, 0xFFFE...0xFFFF: result += "\\u" + hexadecimal(scalar.value, 4)
            case 0x80... where PrintableText.isDeceptive(scalar):
                result += "\\u" + hexadecimal(scalar.value, 4)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The texts as a list on one line.
    static func list(_ texts: [String]) -> String {
        "[" + texts.map(scalar).joined(separator: ", ") + "]"
    }

    /// Words that some version of YAML reads as something other than text.
    private static let reserved: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n",
    ]

    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) &- 0x61 < 26 || first == 0x2F else { return false }
        guard !reserved.contains(text.lowercased()) else { return false }
        let isPlain = text.utf8.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_./+".utf8.contains(byte)
        }
        return isPlain
    }

    private static func hexadecimal(_ value: UInt32, _ count: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
}
