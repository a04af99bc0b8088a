/// Escapes text for HTML.
package enum HTMLText {
    /// The text for element content and quoted attribute values.
    package static func escaped(_ text: String) -> String {
        // Most texts need no escaping.
        text.utf8.contains(where: significant.contains) ? text.escapingScalars(escape) : text
    }

    /// The escape of a character; `nil` where it needs none.
    static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }

    private static let significant = Array("<>&\"'".utf8)
}
