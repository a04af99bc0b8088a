import Bytes

/// How a dialect escapes a name or filename between its quotes.
struct LabelEscaping: Sendable {
    /// The replacement of each escaped byte; other bytes are written as they are.
    var replacements: [UInt8: [UInt8]]
    /// Bytes that cannot be written at all.
    var refused: Set<UInt8> = [0]
    /// Whether a backslash at the end is refused: half of all receivers read it as an escape of the closing
    /// quote.
    var refusesFinalBackslash = false

    /// Makes an escaping from replacement texts.
    init(_ replacements: KeyValuePairs<UInt8, String> = [:]) {
        self.replacements = Dictionary(
            replacements.map { ($0.key, Array($0.value.utf8)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Escapes the bytes.
    ///
    /// - Parameters:
    ///   - text: the unescaped bytes.
    ///   - label: the name of the label in an error.
    /// - Returns: the bytes between the quotes.
    /// - Throws: ``MultipartFailure/unwritable(label:text:byte:)``.
    func escaped(_ text: [UInt8], label: String) throws(MultipartFailure) -> [UInt8] {
        if refusesFinalBackslash, text.last == UInt8(ascii: "\\") {
            throw .unwritable(label: label, text: text, byte: UInt8(ascii: "\\"))
        }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            if refused.contains(byte) { throw .unwritable(label: label, text: text, byte: byte) }
            if let replacement = replacements[byte] {
                result += replacement
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

extension LabelEscaping {
    /// Nothing is escaped: a quote in the text ends the value, a line break the header line.
    static let none = LabelEscaping()
    /// The escaping of browsers (WHATWG HTML, "multipart/form-data encoding algorithm").
    static let percent = LabelEscaping([0x22: "%22", 0x0D: "%0D", 0x0A: "%0A"])
    /// The same with NUL as it is, as browsers write it.
    static let percentWithNUL: LabelEscaping = {
        var escaping = percent
        escaping.refused = []
        return escaping
    }()
    /// The escaping of browsers, except for what half of all receivers read differently.
    static let safePercent: LabelEscaping = {
        var escaping = percent
        escaping.refusesFinalBackslash = true
        return escaping
    }()
    /// The escaping of browsers, with backslashes doubled and all control characters but ESC escaped, as in
    /// httpx.
    static let percentAndBackslash: LabelEscaping = {
        var escaping = percentEncoding { $0 < 0x20 && $0 != 0x1B || $0 == 0x22 }
        escaping.replacements[0x5C] = Array(#"\\"#.utf8)
        return escaping
    }()
    /// Quoted pairs for quote and backslash, everything else raw, as in Go 1.19.
    static let backslash = LabelEscaping([0x22: #"\""#, 0x5C: #"\\"#])
    /// Quoted pairs, and no control characters (RFC 2183 §2, RFC 822 §3.3 `quoted-string`).
    static let quotedString: LabelEscaping = {
        var escaping = backslash
        escaping.refused = Set((UInt8.min...0x1F).filter { $0 != 0x09 }).union([0x7F])
        return escaping
    }()
    /// Everything but unreserved characters percent-encoded (RFC 7578 §2, RFC 3986 §2.3): always reversible.
    static let percentEncoded = percentEncoding { byte in
        !(byte.isDigit || byte.lowercased &- 0x61 < 26 || "-._~".utf8.contains(byte))
    }

    private static func percentEncoding(where isEscaped: (UInt8) -> Bool) -> LabelEscaping {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaping = LabelEscaping()
        for byte in UInt8.min...UInt8.max where isEscaped(byte) {
            escaping.replacements[byte] = [
                UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
            ]
        }
        return escaping
    }
}
