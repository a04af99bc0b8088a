import Bytes
import Testing

/// Where bytes stop being UTF-8.
struct UTF8ValidityTests {
    @Test(
        arguments: [
            ("", nil),
            ("plain", nil),
            ("größe é😀", nil),
            ("\u{FFFD}\u{10FFFF}", nil),
        ] as [(String, Int?)]
    )
    func `text is valid`(_ text: String, _ expected: Int?) {
        #expect(Array(text.utf8).firstInvalidUTF8 == expected)
    }

    @Test(
        arguments: [
            ([0x61, 0xE9], 1),
            ([0x61, 0xC3], 1),
            ([0x80], 0),
            ([0xC0, 0xAF], 0),
            ([0xE0, 0x9F, 0x80], 0),
            ([0xED, 0xA0, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0xF0, 0x9F, 0x98], 0),
            ([0xC3, 0xA9, 0xFF], 2),
        ] as [([UInt8], Int)]
    )
    func `the first byte of a bad sequence is named`(_ bytes: [UInt8], _ expected: Int) {
        #expect(bytes.firstInvalidUTF8 == expected)
    }

    @Test func `every pair of bytes is judged as the standard library judges it`() {
        var wrong: [[UInt8]] = []
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for bytes in [[first, second], [0xE0, first, second], [0xF0, first, second, 0x80]] {
                    let isValid = String(validating: bytes, as: UTF8.self) != nil
                    if (bytes.firstInvalidUTF8 == nil) != isValid { wrong.append(bytes) }
                }
            }
        }
        #expect(wrong.isEmpty)
    }
}
