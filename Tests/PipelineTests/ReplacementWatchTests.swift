import TestSupport
import Testing

@testable import Pipeline

/// The mark that decoders leave for bytes that they could not decode.
struct ReplacementWatchTests {
    @Test func `the mark for bytes that could not be decoded`() {
        for text in ["a\u{FFFD}b", "\u{FFFC}", "ï¿ï¿½"] {
            for bytes in [
                Array(text.utf8), [0xEF] + Array(text.utf8), [0xEF, 0xBF] + Array(text.utf8),
                [0xEF, 0xEF, 0xBF, 0xBD],
            ] {
                ParserVerifier.verify(bytes) { chunks in
                    var watch = ReplacementWatch()
                    for chunk in chunks { watch.push(chunk.span.bytes) }
                    return watch.found
                }
            }
        }
    }

    @Test func `the mark is found wherever it stands, and bytes like it are not`() {
        for offset in 0..<40 {
            for (mark, isMark) in [([0xEF, 0xBF, 0xBD], true), ([0xEF, 0xBF, 0xBE], false)]
                as [([UInt8], Bool)]
            {
                for filler: UInt8 in [0x78, 0xF0, 0xEE, 0xBF, 0x00] {
                    var bytes = [UInt8](repeating: filler, count: 43)
                    bytes.replaceSubrange(offset..<(offset + 3), with: mark)
                    var watch = ReplacementWatch()
                    watch.push(bytes.span.bytes)
                    #expect(watch.found == isMark)
                }
            }
        }
    }
}
