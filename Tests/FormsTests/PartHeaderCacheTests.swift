import Bytes
import Forms
import TestSupport
import Testing

/// What is read of a header that another form had too.
struct PartHeaderCacheTests {
    private static let headers = [
        "Content-Disposition: form-data; name=\"a\"\r\n",
        "Content-Disposition: form-data; name=\"f\"; filename=\"x;y.txt\"\r\nContent-Type: text/plain; charset=utf-8\r\n",
        "content-disposition : attachment;; name = b; filename*=UTF-8''c\r\nX-Other:\r\n folded\r\n",
        "Content-Type: multipart/mixed; boundary=\"in ner\"; boundary=x\r\nno colon\r\n",
        "",
    ]

    /// A body with a part for each header, some bytes before the first delimiter.
    private static func body(preamble: Int) -> [UInt8] {
        let parts = headers.map { "\r\n--B\r\n\($0)\r\n1" }.joined()
        return Array((String(repeating: "p", count: preamble) + parts + "\r\n--B--\r\n").utf8)
    }

    private static func form(_ body: [UInt8], _ cache: inout PartHeaderCache) -> Form {
        ReadForm([body], collectsContent: false, cache: &cache).form
    }

    @Test(arguments: [0, 1, 40, 3000])
    func `a header met again is read as if it were new, wherever it stands`(preamble: Int) throws {
        var cache = PartHeaderCache()
        _ = Self.form(Self.body(preamble: 7), &cache)
        let body = Self.body(preamble: preamble)
        let again = Self.form(body, &cache)
        let new = ReadForm([body], collectsContent: false).form
        #expect(again.parts.count == Self.headers.count)
        #expect(again == new)
        for (part, expected) in zip(again.parts, new.parts) {
            #expect(part.header.lines.flatMap { Array(part.header[$0.range]) } == part.header.bytes)
            #expect(part.header.first(named: "content-type") == expected.header.first(named: "content-type"))
        }
    }

    @Test func `headers that differ in one byte are not taken for each other`() {
        var cache = PartHeaderCache()
        for number in 0..<500 {
            let text = "--B\r\nContent-Disposition: form-data; name=\"\(number)\"\r\n\r\n1\r\n--B--\r\n"
            let form = Self.form(Array(text.utf8), &cache)
            #expect(form.parts.first?.name.map { String(decoding: $0, as: UTF8.self) } == "\(number)")
        }
    }

    @Test(arguments: 0..<40)
    func `what occurs in content is seen at every place`(place: Int) throws {
        var cache = PartHeaderCache()
        func features(_ sign: String) throws -> ContentFeatures {
            let content = String(repeating: "x", count: place) + sign + "yyy"
            let text = "--B\r\n\(Self.headers[0])\r\n\(content)\r\n--B--\r\n"
            return try #require(Self.form(Array(text.utf8), &cache).parts.first).facts.features
        }
        #expect(try features("") == [])
        #expect(try features("\u{0}") == .lowControl)
        #expect(try features("\u{E9}") == .nonASCII)
        #expect(try features("\r\n-") == [.lineBreak, .dashLine])
        #expect(try features("\nC") == [.lineBreak, .cLine])
        #expect(try features("z\r") == .lineBreak)
        #expect(try features("z-") == [])
    }
}
