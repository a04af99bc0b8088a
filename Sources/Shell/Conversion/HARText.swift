import Bytes
import Pipeline
import Reporting

/// Writes the bytes of a message as a JSON string, piece by piece.
enum HARText {
    /// Whether bytes are valid UTF-8 without U+FFFD, which readers take for a decoding error.
    static func isPlain(_ bytes: SpooledBytes) throws -> Bool {
        // A character split between two pieces is checked with the next one.
        var carried: [UInt8] = []
        var isPlain = true
        try bytes.forEachPiece { piece in
            guard isPlain, case .bytes(let next) = piece else { return }
            let joined = carried + next
            let end = joined.firstInvalidUTF8 ?? joined.count
            isPlain = joined.count - end < 4 && !hasReplacement(joined[..<end])
            carried = Array(joined[end...])
        }
        return isPlain && carried.isEmpty
    }

    /// Writes UTF-8 as the inside of a string (RFC 8259 §7), with U+FFFD for what is not valid.
    static func writeEscaped(_ bytes: SpooledBytes, _ write: ([UInt8]) throws -> Void) throws {
        // A character split between two pieces is written with the next one.
        var carried: [UInt8] = []
        try bytes.forEachPiece { piece in
            guard case .bytes(let next) = piece else { return }
            let joined = carried + next
            let end = joined.count - splitLength(of: joined)
            try write(escaped(joined[..<end]))
            carried = Array(joined[end...])
        }
        if !carried.isEmpty { try write(escaped(carried[...])) }
    }

    private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isValid = bytes.firstInvalidUTF8 == nil
        let plain = isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)[...]
        var text: [UInt8] = []
        text.reserveCapacity(plain.count + plain.count / 16)
        for byte in plain {
            switch byte {
            case 0x22, 0x5C: text += [0x5C, byte]
            case 0x0A: text += Array("\\n".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0x09: text += Array("\\t".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                text += Array("\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8)
            default: text.append(byte)
            }
        }
        return text
    }

    /// The number of bytes at the end that begin a character of UTF-8 and are not all of it.
    private static func splitLength(of bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let lead = bytes[bytes.count - length]
            if lead & 0xC0 == 0x80 { continue }
            let needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }

    /// Writes bytes in base64 (RFC 4648 §4).
    static func writeBase64(_ bytes: SpooledBytes, _ write: ([UInt8]) throws -> Void) throws {
        var carried: [UInt8] = []
        try bytes.forEachPiece { piece in
            guard case .bytes(let next) = piece else { return }
            let joined = carried + next
            let whole = joined.count - joined.count % 3
            try write(Array(ByteText.base64(joined[..<whole]).utf8))
            carried = Array(joined[whole...])
        }
        try write(Array(ByteText.base64(carried).utf8))
    }

    private static func hasReplacement(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let lead = rest.firstIndex(of: 0xEF) {
            rest = rest[lead...]
            if rest.starts(with: [0xEF, 0xBF, 0xBD]) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
