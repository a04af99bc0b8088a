/// Escapes text for XML 1.0.
package enum XMLText {
    /// The text for content and for attribute values in double or single quotes; characters that XML 1.0 §2.2 forbids
    /// are replaced.
    package static func escaped(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&apos;"
            // A parser turns a literal line break in an attribute into a blank (§3.3.3), and CR LF into LF (§2.11).
            case "\t", "\r": "&#\(scalar.value);"
            case "\n": nil
            default: isAllowed(scalar) ? nil : "\u{FFFD}"
            }
        }
    }

    /// Whether a character can be in a document: no control character of ASCII, and neither U+FFFE nor U+FFFF.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }
}
