#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON as servers write it: with escapes of single surrogates, which stand for no character (RFC 8259 §8.2).
///
/// Python writes them for bytes of a name that are not valid UTF-8; Foundation takes a document with one for no JSON.
package enum AnsweredJSON {
    /// Reads a value; escapes of single surrogates become U+FFFD.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws
        -> Value
    {
        try JSONDecoder().decode(type, from: Data(replacingSurrogates(in: Array(bytes))))
    }

    private static func replacingSurrogates(in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var index = 0
        while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")), slash + 1 < bytes.count {
            index = slash + 2
            guard let unit = unit(at: slash, in: bytes) else { continue }
            index = slash + 6
            guard 0xD800...0xDFFF ~= unit else { continue }
            if unit < 0xDC00, let next = self.unit(at: index, in: bytes), 0xDC00...0xDFFF ~= next {
                index += 6
            } else {
                bytes.replaceSubrange((slash + 2)..<(slash + 6), with: "FFFD".utf8)
            }
        }
        return bytes
    }

    /// The UTF-16 code unit of an escape such as `\u00E9`; `nil` where there is none.
    private static func unit(at index: Int, in bytes: [UInt8]) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else {
            return nil
        }
        let digits = bytes[(index + 2)..<(index + 6)]
        guard digits.first != UInt8(ascii: "+") else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
