import Bytes
import TestSupport
import Testing

@testable import CaptureSources

/// The texts of logs turned back into bytes, however they are cut into pieces.
struct TextDivisionTests {
    /// Pushes chunks, one after another, and joins what comes out.
    private static func joined(
        _ chunks: [ArraySlice<UInt8>],
        _ push: (RawSpan, (RawSpan) -> Void) -> Void,
        finish: ((RawSpan) -> Void) -> Void = { _ in }
    ) -> [UInt8] {
        var result: [UInt8] = []
        for chunk in chunks {
            push(chunk.span.bytes) { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        }
        finish { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        return result
    }

    @Test(arguments: [
        #"a\r\n\t\"\\\/\b\f\u00e9\ud83d\ude00\u0041\u00FF\u0000\u20ac\\u0041z"#,
        #"\ud83d"#, #"\ud83d\ud83d\ude00"#, #"\ud83dx\ude00"#, #"\u12G4\uzz"#, #"\u00"#, #"é\"#, #"\u\u\\\u"#,
    ])
    func `escapes of JSON`(_ inside: String) {
        ParserVerifier.verify(Array(inside.utf8)) { chunks in
            var reading = JSONUnescaping()
            return Self.joined(chunks, { reading.push($0, into: $1) }, finish: { reading.finish(into: $0) })
        }
    }

    @Test(arguments: [
        "a&lt;b&#x41;&#66;&amp;c", "&lol9;&&amp;", "a & b &amp", "&#x110000;&#xD800;&#;&;", "&quot;&apos;&gt",
    ])
    func `references of XML`(_ text: String) {
        ParserVerifier.verify(Array(text.utf8)) { chunks in
            var reading = XMLUnescaping()
            return Self.joined(chunks, { reading.push($0, into: $1) }, finish: { reading.finish(into: $0) })
        }
    }

    /// What comes of a text, and what is said of it besides.
    private struct Told: Equatable {
        var bytes: [UInt8]
        var hasOthers: Bool
    }

    @Test(arguments: ["QUJD RA==", "QU\r\nJDQQ", "QUI", "Q", "a-_+/!*==", ""])
    func `base64`(_ digits: String) {
        ParserVerifier.verify(Array(digits.utf8)) { chunks in
            var reading = Base64Reading()
            let bytes = Self.joined(
                chunks,
                { reading.push($0, into: $1) },
                finish: { reading.finish(into: $0) }
            )
            return Told(bytes: bytes, hasOthers: reading.hasForeignBytes)
        }
    }

    private static let texts: [[UInt8]] = [
        Array("a\u{80}\u{FF}€\u{C3}\u{100}😀z".utf8), [0x61, 0xED, 0xB3, 0xBF, 0x62, 0xC3],
        [0x80, 0xC3, 0x41, 0xFF, 0xC2],
    ]

    @Test(arguments: texts, [LatinBytes.Decoding.latin1, .utf8WithEscapes])
    func `text that was decoded as Latin-1, or as UTF-8 with escapes`(
        _ text: [UInt8],
        _ decoding: LatinBytes.Decoding
    ) {
        ParserVerifier.verify(text) { chunks in
            var reading = LatinBytes(decoding)
            let bytes = Self.joined(chunks, { reading.push($0, into: $1) })
            return Told(bytes: bytes, hasOthers: reading.hasOthers)
        }
    }

    @Test(
        arguments: [
            [0x61, 0xC0, 0x80, 0xC3, 0xA9, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x7A],
            [0xED, 0xA0, 0xBD, 0x61], [0xE2, 0x82],
            [0xED, 0xB8, 0x80, 0xC3, 0x41, 0x80],
        ] as [[UInt8]]
    )
    func `Java's modified UTF-8`(_ text: [UInt8]) {
        ParserVerifier.verify(text) { chunks in
            var reading = ModifiedUTF8()
            return Self.joined(chunks, { reading.push($0, into: $1) }, finish: { reading.finish(into: $0) })
        }
    }
}
