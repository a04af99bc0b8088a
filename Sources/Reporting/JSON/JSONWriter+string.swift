import Bytes
import Exchanges

/// Strings, which are scanned and copied at once: most need no escaping.
extension JSONWriter {
    /// Writes printable ASCII with its quotation marks; writes nothing, and returns false, where there is something else,
    /// or what is escaped in a script.
    mutating func plain(_ text: RawSpan) -> Bool {
        var place = place(upTo: PlainText.room(for: text.byteCount) + 2)
        guard place.plain(text, inScript: isInScript) else { return false }
        buffer.end(at: place.place)
        return true
    }

    /// The same for the URL of an exchange, where it is joined.
    mutating func plain(joinedURLOf exchange: Exchange) -> Bool {
        exchange.withJoinedURL { plain($0, authority: $1, lacksSlash: $2, target: $3) }
    }

    private mutating func plain(
        _ scheme: RawSpan,
        authority: RawSpan,
        lacksSlash: Bool,
        target: RawSpan
    ) -> Bool {
        let count = scheme.byteCount + authority.byteCount + target.byteCount
        var place = place(upTo: PlainText.room(for: count) + 6)
        let isInScript = isInScript
        place.put("\"")
        guard place.add(plain: scheme, inScript: isInScript) else { return false }
        place.put("://")
        guard place.add(plain: authority, inScript: isInScript) else { return false }
        if lacksSlash { place.put("/") }
        guard place.add(plain: target, inScript: isInScript) else { return false }
        place.put("\"")
        buffer.end(at: place.place)
        return true
    }

    /// Writes a string with its quotation marks.
    mutating func quote(_ string: String) {
        var string = string
        string.withUTF8 { text in
            // Most strings need no escaping.
            guard !plain(RawSpan(_unsafeElements: text)) else { return }
            put("\"")
            var plain = text.startIndex
            var index = plain
            while index < text.endIndex {
                guard needsCare(text[index]) else {
                    index += 1
                    continue
                }
                let scalar = Self.scalar(text[index...])
                let next = index + UTF8.width(scalar)
                if let escape = escape(scalar) {
                    buffer.append(UnsafeBufferPointer(rebasing: text[plain..<index]))
                    append(escape)
                    plain = next
                }
                index = next
            }
            buffer.append(UnsafeBufferPointer(rebasing: text[plain...]))
            put("\"")
        }
    }

    /// Whether a byte is, or begins, a character that may have to be escaped.
    private func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F...: true
        case 0x26, 0x3C, 0x3E: isInScript
        default: false
        }
    }

    /// The first character of valid text.
    private static func scalar(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        var decoder = UTF8()
        var iterator = text.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return "\u{FFFD}" }
        return scalar
    }

    /// The escape of a character; `nil` where it needs none.
    private func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case 0..<0x80: Self.hexadecimal(UInt16(scalar.value))
        case _ where PrintableText.isDeceptive(scalar): scalar.utf16.map(Self.hexadecimal).joined()
        default: nil
        }
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
