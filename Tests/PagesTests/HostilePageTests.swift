import Pages
import TestSupport
import Testing

/// Whatever a page holds, reading it ends soon, and in little memory.
struct HostilePageTests {
    /// A text that is repeated.
    struct Soup: CustomTestStringConvertible, Sendable {
        var text: String
        var count: Int
        var before = ""

        var testDescription: String { "\(before)\(text) × \(count)" }
        var bytes: [UInt8] { Array((before + String(repeating: text, count: count)).utf8) }
    }

    /// What any page may take, on a machine that is busy with other things, without optimisation.
    private static let patience = Duration.seconds(TestScope.isSanitized ? 200 : 60)

    static let soups: [Soup] = [
        Soup(text: "<div>", count: 1_000_000), Soup(text: "<b id=x>", count: 300_000),
        Soup(text: "<p>", count: 400_000), Soup(text: "<form>", count: 300_000),
        Soup(text: "<table><tr><td>", count: 100_000),
        Soup(text: "<div><table><td></div></table>", count: 60_000),
        Soup(text: "<!--", count: 300_000), Soup(text: "<!---->", count: 200_000),
        Soup(text: "<", count: 1_000_000),
        Soup(text: "<svg><title>", count: 100_000), Soup(text: "<x a=\"", count: 200_000),
        Soup(text: "<select><option>", count: 100_000), Soup(text: "<template><form>", count: 100_000),
        Soup(text: "<textarea>", count: 100_000), Soup(text: "<script>", count: 100_000),
        Soup(text: "<ruby><td></math></h2>", count: 60_000),
        Soup(text: "</li><svg><optgroup></tr><ruby></svg>", count: 40_000),
        Soup(text: "<fieldset disabled><input name=a>", count: 3_000),
        Soup(text: "<form id=f></form><input form=f name=a>", count: 40_000),
        Soup(text: "\u{0}", count: 4_000_000),
        Soup(text: " a=1", count: 100_000, before: "<form method=post enctype=multipart/form-data"),
        Soup(text: "x", count: 50_000_000, before: "<form><input type=file name=f>"),
    ]

    @Test(arguments: soups)
    func `a page of one text over and over is read in bounded time`(soup: Soup) {
        let bytes = soup.bytes
        let time = ContinuousClock().measure {
            let page = CapturedPage(bytes, url: "http://h/")
            #expect(page.controls.count <= PageLimits().controls)
            #expect(page.forms.count <= PageLimits().controls)
        }
        #expect(time < Self.patience)
    }

    @Test func `a hundred thousand attributes hide neither the form nor its input`() {
        let attributes = (0..<100_000).map { " a\($0)=1" }.joined()
        let text = "<form method=post\(attributes) enctype=multipart/form-data><input type=file name=f>"
        let page = CapturedPage(Array(text.utf8))
        #expect(page.controls.map(\.form) == [0])
        #expect(page.forms.first?.method == .post)
    }

    @Test func `of a page of 50 MB the beginning is read, and that is said`() {
        let text = "<form><input type=file name=f></form>" + String(repeating: "x", count: 50_000_000)
        let page = CapturedPage(Array(text.utf8) + Array("<form><input type=file name=g></form>".utf8))
        #expect(page.controls.map(\.name) == ["f"])
        #expect(!page.isWhole)
        #expect(page.length > 50_000_000)
    }

    @Test func `what is no page at all is read as one without forms`() {
        var generator = SeededGenerator(7)
        for _ in 0..<50 {
            let bytes = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let declared = CapturedPage(bytes, url: "\u{0}://", contentType: "text/html; charset=utf-16")
            let marked = CapturedPage([0xFF, 0xFE] + bytes)
            for page in [declared, marked] {
                #expect(page.charset == .utf16(isBigEndian: false) && page.address == nil)
                #expect(page.forms.isEmpty && page.controls.isEmpty)
            }
        }
    }

    @Test func `tags in any order are read in bounded time`() {
        let names =
            "div p table tr td caption select option form input textarea li svg title desc template object b x-y h2 ruby"
            .split(separator: " ")
        var generator = SeededGenerator(11)
        for _ in 0..<12 {
            let period = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
                (Bool.random(using: &generator) ? "</" : "<")
                    + (names.randomElement(using: &generator) ?? "p") + ">"
            }
            .joined()
            let bytes = Array(String(repeating: period, count: 300_000 / period.utf8.count).utf8)
            #expect(ContinuousClock().measure { _ = CapturedPage(bytes) } < Self.patience, "\(period)")
        }
    }
}
