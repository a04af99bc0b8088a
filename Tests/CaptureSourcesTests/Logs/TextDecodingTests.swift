import Bytes
import Testing

@testable import CaptureSources

/// How logs write bytes down, and how they are had back.
struct TextDecodingTests {
    /// What a reading gives for bytes that come one by one.
    private func collect(_ bytes: [UInt8], _ push: (RawSpan, (RawSpan) -> Void) -> Void) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            push([byte].span.bytes) { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        }
        return result
    }

    @Test(arguments: [
        (#"a\r\n\t\"\\\/"#, "a\r\n\t\"\\/"), (#"\u00e9\ud83d\ude00"#, "é😀"), (#"\b\f"#, "\u{8}\u{c}"),
        ("", ""), (#"\u0041\u00FF\u0000\u20ac"#, "A\u{FF}\0€"), (#"\ud83d\ude00\u00e9\n\u000A"#, "😀é\n\n"),
        (#"\\u0041"#, #"\u0041"#),
    ])
    func `takes escapes of JSON off, whole and byte by byte`(_ inside: String, _ text: String) {
        #expect(JSONUnescaping.bytes(Array(inside.utf8)) == Array(text.utf8))
        var reading = JSONUnescaping()
        #expect(collect(Array(inside.utf8)) { reading.push($0, into: $1) } == Array(text.utf8))
    }

    @Test(arguments: [#"\ud83d"#, #"\ud83d\ud83d\ude00"#, #"\ud83dx\ude00"#, #"\u12G4\uzz"#, #"\u00"#, #"\"#])
    func `takes what is no pair and no escape the same way in one piece and in many`(_ inside: String) {
        let whole = JSONUnescaping.bytes(Array(inside.utf8))
        var reading = JSONUnescaping()
        var pieces = collect(Array(inside.utf8)) { reading.push($0, into: $1) }
        reading.finish { span in span.withUnsafeBytes { pieces.append(contentsOf: $0) } }
        #expect(pieces == whole)
    }

    @Test func `makes the same of Latin-1 in one piece and in many`() {
        let text = Array("a\u{80}\u{FF}€\u{C3}\u{100}😀z".utf8)
        var (whole, parts) = (LatinBytes(.latin1), LatinBytes(.latin1))
        var bytes: [UInt8] = []
        whole.push(text.span.bytes) { span in span.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        #expect(collect(text) { parts.push($0, into: $1) } == bytes)
        #expect(bytes.starts(with: [0x61, 0x80, 0xFF]) && whole.hasOthers && parts.hasOthers)
    }

    @Test func `keeps lone surrogates, of which some recorders make bytes`() {
        let text = JSONUnescaping.bytes(Array(#"a\udcffb"#.utf8))
        var reading = LatinBytes(.utf8WithEscapes)
        #expect(collect(text) { reading.push($0, into: $1) } == [0x61, 0xFF, 0x62])
    }

    @Test func `makes bytes of a text that was read as Latin-1`() {
        var reading = LatinBytes(.latin1)
        #expect(
            collect(Array("\u{89}PNGÿ".utf8)) { reading.push($0, into: $1) } == [
                0x89, 0x50, 0x4E, 0x47, 0xFF,
            ]
        )
        #expect(!reading.hasOthers)
        #expect(collect(Array("€".utf8)) { reading.push($0, into: $1) } == Array("€".utf8))
        #expect(reading.hasOthers)
    }

    @Test(arguments: [
        ("", ""), ("QQ==", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("QU\r\nJD", "ABC"), ("QUI", "AB"),
    ])
    func `reads base64, line breaks and missing padding included`(_ digits: String, _ text: String) {
        var reading = Base64Reading()
        var result = collect(Array(digits.utf8)) { reading.push($0, into: $1) }
        reading.finish { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        #expect(result == Array(text.utf8))
    }

    @Test(arguments: [
        ("a&lt;b&#x41;&#66;&amp;", "a<bAB&"), ("&lol9;", "&lol9;"), ("a & b", "a & b"), ("&amp", "&amp"),
    ])
    func `resolves references of XML, and leaves entities of its own alone`(_ text: String, _ result: String)
    {
        #expect(XMLUnescaping.bytes(Array(text.utf8)) == Array(result.utf8))
    }

    @Test(
        arguments: [
            ("2026-11-21T01:58:09.851Z", 1_795_226_289_851_000_000), ("1970-01-01T00:00:00Z", 0),
            ("2021-07-12T16:15:54.758+03:00", 1_626_095_754_758_000_000),
            ("2022-04-05T22:58:57.616+0700", 1_649_174_337_616_000_000),
        ] as [(String, Int64)]
    )
    func `reads moments with their zone`(_ text: String, _ nanoseconds: Int64) {
        #expect(Timestamp(iso8601: text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: ["2026-11-21T01:58:09", "0001-01-01T00:00:00Z", "2026-13-01T00:00:00Z", "yesterday", ""])
    func `invents no moment`(_ text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
