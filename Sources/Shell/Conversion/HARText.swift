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

    /// Writes UTF-8 as the inside of a string (RFC 8259 §7).
    static func writeEscaped(_ bytes: SpooledBytes, _ write: ([UInt8]) throws -> Void) throws {
        try bytes.forEachPiece { piece in
            guard case .bytes(let plain) = piece else { return }
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
            try write(text)
        }
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
