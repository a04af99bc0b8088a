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
}
