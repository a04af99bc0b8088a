import Bytes

/// The text of JSON values: on one line, or with one member a line.
package enum JSONText {
    /// The text on one line, without blanks between tokens.
    static func compact(_ value: JSONValue) -> String {
        var text = ""
        write(value, depth: nil, to: &text)
        return text
    }

    /// The text with each member and element on a line of its own, two blanks deeper a level.
    ///
    /// - Parameters:
    ///   - value: what to write.
    ///   - depth: the level at which the value itself stands.
    /// - Returns: the text, without a line break at its end.
    static func indented(_ value: JSONValue, depth: Int = 0) -> String {
        var text = ""
        write(value, depth: depth, to: &text)
        return text
    }

    /// A string with its quotation marks.
    ///
    /// Besides what RFC 8259 §7 demands, characters that would act on a terminal are escaped: DEL, C1 controls,
    /// and those that draw nothing or turn the line around.
    package static func quoted(_ string: String) -> String {
        var text = ""
        quote(string, to: &text)
        return text
    }

    private static func write(_ value: JSONValue, depth: Int?, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let number): text += String(number)
        case .string(let string): quote(string, to: &text)
        case .array(let elements):
            list(elements, open: "[", close: "]", depth: depth, to: &text) { element, text in
                write(element, depth: depth.map { $0 + 1 }, to: &text)
            }
        case .object(let members):
            list(members, open: "{", close: "}", depth: depth, to: &text) { member, text in
                quote(member.name, to: &text)
                text += depth == nil ? ":" : ": "
                write(member.value, depth: depth.map { $0 + 1 }, to: &text)
            }
        }
    }

    private static func list<Element>(
        _ elements: [Element],
        open: String,
        close: String,
        depth: Int?,
        to text: inout String,
        _ body: (Element, inout String) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            breakLine(depth.map { $0 + 1 }, to: &text)
            body(element, &text)
        }
        if !elements.isEmpty { breakLine(depth, to: &text) }
        text += close
    }

    private static func breakLine(_ depth: Int?, to text: inout String) {
        guard let depth else { return }
        text += "\n" + String(repeating: "  ", count: depth)
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        guard !string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
            // Nearly all strings are plain, and are taken whole.
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x08: text += "\\b"
            case 0x09: text += "\\t"
            case 0x0A: text += "\\n"
            case 0x0C: text += "\\f"
            case 0x0D: text += "\\r"
            case 0..<0x20, 0x7F: escape(UInt16(scalar.value), to: &text)
            case 0x80... where PrintableText.isDeceptive(scalar):
                for unit in scalar.utf16 { escape(unit, to: &text) }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func escape(_ unit: UInt16, to text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
