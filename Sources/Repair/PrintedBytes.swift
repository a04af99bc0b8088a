import Bytes

/// Parses the Objective-C description of bytes that was sent instead of them.
enum PrintedBytes {
    /// Parses `<61626364 65>` or `{length = 4, bytes = 0x61626364}`; `nil` where the description omits bytes.
    static func read(_ text: [UInt8]) -> [UInt8]? {
        if text.first == UInt8(ascii: "<"), text.last == UInt8(ascii: ">") {
            return hexadecimal(text.dropFirst().dropLast())
        }
        let words = text.split(separator: UInt8(ascii: " "))
        guard words.count >= 6, words[0].elementsEqual("{length".utf8), words[3].elementsEqual("bytes".utf8),
            words[1].elementsEqual("=".utf8), words[4].elementsEqual("=".utf8),
            words[5].starts(with: "0x".utf8),
            text.last == UInt8(ascii: "}"),
            let length = Int(String(decoding: words[2].dropLast(), as: UTF8.self))
        else { return nil }
        let digits = words[5...].joined(separator: [0x20]).dropFirst(2).dropLast()
        // A long description contains an ellipsis: the bytes in the middle are lost.
        guard let bytes = hexadecimal(digits), bytes.count == length else { return nil }
        return bytes
    }

    private static func hexadecimal(_ digits: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var high: Int?
        for digit in digits where digit != 0x20 {
            guard let value = digit.hexValue else { return nil }
            if let first = high {
                result.append(UInt8(first << 4 | value))
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? result : nil
    }
}
