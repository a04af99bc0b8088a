import Testing

@testable import Bytes

/// Eight bytes that are looked at in one step, held against one byte at a time.
struct ByteOctetTests {
    /// Each byte value at each of the eight places, among bytes on which a carry would show.
    private static let words: [[UInt8]] = {
        var words: [[UInt8]] = []
        for other in [0x00, 0x7F, 0x80, 0xFF, 0x61] as [UInt8] {
            for byte in UInt8.min...UInt8.max {
                for place in 0..<8 {
                    var bytes = [UInt8](repeating: other, count: 8)
                    bytes[place] = byte
                    words.append(bytes)
                }
            }
        }
        return words
    }()

    private static func octet(_ bytes: [UInt8], at offset: Int = 0) -> ByteOctet {
        ByteOctet(in: bytes.span.bytes, at: offset)
    }

    /// The set of the bytes for which a test holds.
    private static func set(_ bytes: [UInt8], where test: (UInt8) -> Bool) -> UInt64 {
        var set: UInt64 = 0
        for place in bytes.indices where test(bytes[place]) { set |= 0x80 << UInt64(8 * place) }
        return set
    }

    @Test(arguments: [0x00, 0x2D, 0x5B, 0x7F, 0x80, 0xFF] as [UInt8])
    func `the bytes that equal one are found`(_ byte: UInt8) {
        let wrong = Self.words.filter { word in
            Self.octet(word).equal(to: byte) != Self.set(word) { $0 == byte }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        arguments: [0x20...0x7E, 0x30...0x39, 0x25...0x27, 0x00...0x1F, 0x41...0x41] as [ClosedRange<UInt8>]
    )
    func `the bytes in a range are found`(_ range: ClosedRange<UInt8>) {
        let wrong = Self.words.filter { word in
            Self.octet(word).within(range.lowerBound, range.upperBound)
                != Self.set(word) { range.contains($0) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `letters are found, and written in lower case`() {
        let wrong = Self.words.filter { word in
            Self.octet(word).letters != Self.set(word) { $0 < 0x80 && ($0 | 0x20) &- 0x61 < 26 }
                || Self.octet(word).lowercased != Self.octet(word.map { $0.lowercased }).word
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: 0...12)
    func `behind the end stand zeros`(_ offset: Int) {
        var expected: UInt64 = 0
        for (place, byte) in (1...12).dropFirst(offset).prefix(8).enumerated() {
            expected |= UInt64(byte) << UInt64(8 * place)
        }
        #expect(Self.octet(Array(1...12), at: offset).word == expected)
    }

    private static let literals: [StaticString] = [
        "content-type", "Multipart/Form-Data", "name", "multipart", "content-", "m`ltipart",
    ]

    @Test(arguments: [
        "", "a", "name", "Content-Type", "content-type:", "CONTENT-TYP", "multipart/form-data", "m@ltipart",
    ])
    func `texts are compared as a whole, and without regard to letter case`(_ text: String) {
        let bytes = Array(text.utf8)
        for literal in Self.literals {
            let other = "\(literal)"
            let isEqual = bytes.span.bytes.equalsIgnoringCase(literal)
            let begins = bytes.span.bytes.startsIgnoringCase(with: literal)
            let isHeld = bytes.span.bytes.holds(literal, at: 0)
            #expect(isEqual == (text.lowercased() == other.lowercased()))
            #expect(begins == text.lowercased().hasPrefix(other.lowercased()))
            #expect(isHeld == text.hasPrefix(other))
        }
    }
}
