import Bytes
import Testing

@testable import Forms

/// Header lines that are read in one pass, held against the tolerant readers.
struct PlainPartHeaderTests {
    private static let plain = [
        "Content-Disposition: form-data; name=\"a\"\r\n",
        "Content-Disposition: form-data; name=\"comment[12][]\"\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"IMG 1.bin\"\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"a;b=c.PNG\"\r\nContent-Type: image/png\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\nContent-Type: application/octet-stream\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"notes.txt\"\r\nContent-Type: text/plain\r\n",
        "Content-Disposition: form-data; name=\"exactly_16_bytes\"; filename=\"a longer name [of] 33 characters.\"\r\n",
        "Content-Disposition: form-data; name=\"j\"\r\nContent-Type: application/json\r\n",
        "Content-Disposition: form-data; name=\"j\"\r\nContent-Type: image/svg+xml\r\n",
        "Content-Disposition: form-data; name=\"_charset_\"; filename=\"x\"\r\nContent-Type: multipart/mixed\r\n",
    ]
    private static let otherwise = [
        "",
        "Content-Disposition: form-data; name=\"\"\r\n",
        "Content-Disposition: form-data; name=\"_charset_\"\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"\"\r\n",
        "Content-Disposition: form-data; name=\"a%22\"\r\n",
        "content-disposition: form-data; name=\"a\"\r\n",
        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=utf-8\r\n",
        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text\r\n",
        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: /\r\n",
        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: ",
        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: a/b\r\nX: y\r\n",
        "Content-Disposition: form-data; name=\"a\"; filename=\"schön.txt\"\r\n",
    ]

    @Test(arguments: plain)
    func `what most clients write is read in one pass`(text: String) {
        #expect(Self.header(Array(text.utf8)) != nil)
    }

    @Test(arguments: otherwise)
    func `what is written otherwise is left to the tolerant readers`(text: String) {
        #expect(Self.header(Array(text.utf8)) == nil)
    }

    @Test(arguments: plain + otherwise)
    func `both ways of reading give the same, whatever byte is changed or missing`(text: String) {
        let bytes = Array(text.utf8)
        expectSame(bytes)
        for place in bytes.indices {
            var shorter = bytes
            shorter.remove(at: place)
            expectSame(shorter)
            for byte in Array("\"\\;=:/%_-. aB\u{0}\n\t".utf8) + [0x7F, 0xE9] {
                var changed = bytes
                changed[place] = byte
                expectSame(changed)
                var longer = bytes
                longer.insert(byte, at: place)
                expectSame(longer)
            }
        }
    }

    /// Reads lines in one pass, as they stand in a body before their blank line.
    private static func header(_ bytes: [UInt8]) -> PartHeader? {
        let body = Array("--B\r\n".utf8) + bytes + [0x0D, 0x0A]
        let lines = body.span.bytes.extracting(5..<body.count)
        guard let plain = PlainPartHeader(lines), plain.byteCount == bytes.count else { return nil }
        return PartHeader(plain, HeaderFacts(plain, in: lines), in: body, from: 5, base: 40)
    }

    /// Reads the lines in both ways, where they can be.
    private func expectSame(_ bytes: [UInt8]) {
        guard let once = Self.header(bytes) else { return }
        let tolerantly = PartHeader(parsing: bytes, base: 40)
        #expect(once == tolerantly)
        #expect(once.isPlain && !tolerantly.isPlain)
        #expect(once.name == tolerantly.name)
        #expect(once.filename == tolerantly.filename)
        #expect(once.mediaTypeValue == tolerantly.mediaTypeValue)
        #expect(once.section.isPrintable == tolerantly.section.isPrintable)
        #expect(once.section.hasPlainLines == tolerantly.section.hasPlainLines)
        for field in KnownField.allCases {
            #expect(once.section.first(field) == tolerantly.section.first(field))
            #expect(once.section.count(of: field) == tolerantly.section.count(of: field))
        }
    }
}
