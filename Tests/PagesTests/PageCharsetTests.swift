import Testing

@testable import Pages

/// Places in a page are those of its bytes as they were sent, whatever its encoding.
struct PageCharsetTests {
    private static let text =
        "<title>\u{20AC}\u{E9}</title><form method=post>\u{201C}<input type=file name=\u{E9}></form>"

    @Test func `a page in windows-1252 is decoded, and its places count its own bytes`() throws {
        let bytes = try #require(PageCharset.windows1252.encode(Self.text))
        for type in ["text/html", "text/html; charset=ISO-8859-1", "text/html; charset=\"latin1\""] {
            let page = CapturedPage(bytes, contentType: type)
            let control = try #require(page.controls.first)
            #expect(page.charset == .windows1252)
            #expect(control.name == "\u{E9}")
            #expect(bytes[control.startTag].starts(with: "<input".utf8))
            #expect(bytes[control.startTag].last == UInt8(ascii: ">"))
        }
    }

    @Test(arguments: [true, false])
    func `a page in UTF-16 is known by its mark`(isBigEndian: Bool) throws {
        let units = Array((String(repeating: "\u{1F600}x", count: 400) + Self.text).utf16)
        let body = units.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? pair : pair.reversed()
        }
        let bytes = (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) + body
        let page = CapturedPage(bytes)
        let control = try #require(page.controls.first)
        #expect(page.charset.name == "UTF-8")
        #expect(bytes[control.startTag].filter { $0 != 0 }.starts(with: "<input".utf8))
    }

    @Test func `a label of the response wins over one in the page, and a mark over both`() {
        let page = Array("<meta charset=windows-1252><form></form>".utf8)
        #expect(CapturedPage(page).charset == .windows1252)
        #expect(CapturedPage(page, contentType: "text/html;charset=utf-8").charset == .utf8)
        #expect(
            CapturedPage([0xEF, 0xBB, 0xBF] + page, contentType: "text/html;charset=latin1").charset == .utf8
        )
    }
}
