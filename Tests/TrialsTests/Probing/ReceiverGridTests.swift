import Foundation
import Inspection
import Reporting
import Testing

@testable import Trials

struct ReceiverGridTests {
    private static func entry(_ name: String, _ content: String, file: String = "null") -> String {
        "[\"\(name)\", \(file), \(content.utf8.count), \"\(ReadField.digest(of: Array(content.utf8)))\"]"
    }

    /// A reader that reads well, one with a hostile name that does not, and a checker that passes one body.
    private static func grid(checker: String = #"{"verdict": "pass", "flags": ["X"]}"#) throws -> ReceiverGrid
    {
        let both = "[\(entry("a", "1")), \(entry("z", "2"))]"
        let merged = "1\r\n --AaB03x\r\nContent-Disposition: form-data; name=\"z\"\r\n\r\n2"
        let json = """
            {"schema": "partwise.receivers/1", "date": "2026-11-23",
             "receivers": [
              {"id": "r1", "name": "Good", "package": "p", "version": "1.2", "parser": "P 3", "kind": "reader"},
              {"id": "r2", "name": "<b>Bad|</b>\\u001b[2J", "kind": "reader"},
              {"id": "c", "name": "Wall", "version": "3", "kind": "checker"}],
             "results": {
              "r1": {"ok-two-fields": {"outcome": "otherwise", "status": 200, "form": \(both)},
                     "dl-leading-ws": {"outcome": "refused", "status": 400}},
              "r2": {"ok-two-fields": {"outcome": "hangs"},
                     "dl-leading-ws": {"outcome": "otherwise", "status": 200,
                                       "form": [\(entryOf(merged))]}},
              "c": {"ok-two-fields": {"verdict": "pass", "flags": []}, "dl-leading-ws": \(checker)}}}
            """
        return try ReceiverGrid(json: Data(json.utf8))
    }

    private static func entryOf(_ content: String) -> String { entry("a", content) }

    @Test func `readings are compared anew, whatever the file calls them`() throws {
        let grid = try Self.grid()
        #expect(grid.bodies.map(\.id) == ["ok-two-fields", "dl-leading-ws"])
        #expect(grid.result(grid.receivers[0], "ok-two-fields")?.sign == .asMeant)
        let lost = try #require(grid.result(grid.receivers[1], "dl-leading-ws"))
        #expect(lost.sign == .loses)
        #expect(lost.effects.last == "loses the field 'z': its bytes are in the content of 'a'")
    }

    @Test(arguments: [
        "", "[]", #"{"schema": "partwise.receivers/2", "receivers": [], "results": {}}"#,
        #"{"schema": "partwise.receivers/1", "receivers": [{"id": "x", "name": "x", "kind": "cat"}], "results": {}}"#,
        """
        {"schema": "partwise.receivers/1", "receivers": [{"id": "x", "name": "x", "kind": "reader"}],
         "results": {"x": {"ok-file": {"outcome": "maybe"}}}}
        """,
    ])
    func `another file is no grid`(json: String) {
        #expect(throws: ReceiverGrid.Failure.self) { try ReceiverGrid(json: Data(json.utf8)) }
    }

    @Test func `a checker that passes what a reader reads otherwise is named with rule and clause`() throws {
        let found = try ParserDifferential.all(in: Self.grid())
        #expect(found.count == 1)
        let one = try #require(found.first)
        #expect(one.checker == "c" && one.body == "dl-leading-ws" && one.flags == ["X"])
        #expect(one.rule?.id == "delimiter/leading-whitespace")
        #expect(one.rule?.clause == "RFC 2046 §5.1.1")
    }

    @Test func `a checker that blocks, or that sees what the reader reads, is not named`() throws {
        #expect(try ParserDifferential.all(in: Self.grid(checker: #"{"verdict": "block"}"#)).isEmpty)
        let merged = "1\r\n --AaB03x\r\nContent-Disposition: form-data; name=\"z\"\r\n\r\n2"
        let seen = #"{"verdict": "pass", "form": [\#(Self.entryOf(merged))]}"#
        #expect(try ParserDifferential.all(in: Self.grid(checker: seen)).isEmpty)
        let other = #"{"verdict": "pass", "form": [\#(Self.entry("a", "1")), \#(Self.entry("z", "2"))]}"#
        let found = try ParserDifferential.all(in: Self.grid(checker: other))
        #expect(found.map(\.effects.last) == ["loses the field 'z': its bytes are in the content of 'a'"])
        let none = #"{"verdict": "pass", "form": []}"#
        let unseen = try ParserDifferential.all(in: Self.grid(checker: none))
        #expect(unseen.map(\.effects) == [["reads a field 'a' that the checker does not see"]])
    }

    @Test func `what one receiver takes and most of the grid refuse is found`() throws {
        let body = try #require(LabBody.named("dl-leading-ws"))
        let form = try #require(body.form).map(ReadField.init)
        let report = ProbeReport(
            version: "1",
            url: "",
            label: "new",
            date: "",
            results: [
                ProbeResult(body, status: 200, form: form),
                ProbeResult("ok-two-fields", .refused, status: 400),
            ]
        )
        let standing = try ProbeStanding(report, in: Self.grid())
        // One of two is not most.
        #expect(standing.accepted.isEmpty && standing.differentials.isEmpty)
        let strict = ReceiverGrid([
            ProbeReport(
                version: "1",
                url: "",
                label: "strict",
                date: "",
                results: [ProbeResult("dl-leading-ws", .refused, status: 400)]
            )
        ])
        #expect(ProbeStanding(report, in: strict).accepted.map(\.id) == ["dl-leading-ws"])
    }

    @Test func `the page escapes what receivers said, and needs nothing from elsewhere`() throws {
        let text = try GridPage.text(Self.grid())
        #expect(text.contains("&lt;b&gt;Bad|&lt;/b&gt;\\x1B[2J") && !text.contains("<b>Bad"))
        #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("nil"))
        #expect(text.contains("script-src &#39;sha256-"))
        // Each cell leads to the bytes, the form that was meant, and the readings.
        #expect(
            text.contains("<a class=\"loses\" href=\"#b1\"")
                && text.contains("<section class=\"cell\" id=\"b1\">")
        )
        #expect(text.contains("\n --AaB03x␍␊\n"))
        #expect(text.contains("a = 1␍␊ --AaB03x␍␊Content-Disposition: form-data; name=&quot;z&quot;␍␊␍␊2"))
        #expect(text.contains("Passed by a checker"))
    }

    @Test func `the document has receivers, counts, and a sign for each body`() throws {
        let text = try GridMarkdown.text(Self.grid())
        #expect(text.contains("| Good | 1.2 | P 3 | 1 |  |  |  | 1 |  |  |  |"))
        #expect(text.contains("| dl-leading-ws | ✗ | − | ⚑ |"))
        #expect(
            text.contains(
                "| Wall (flags X) | dl-leading-ws | delimiter/leading-whitespace, RFC 2046 §5.1.1 |"
            )
        )
        #expect(!text.contains("<b>") && !text.contains("\u{1B}"))
    }

    /// Two proxies, of which one passes on all and one has a hostile name, and a reader behind them.
    private static func proxies(_ result: String) throws -> ReceiverGrid {
        let json = """
            {"schema": "partwise.receivers/1",
             "receivers": [{"id": "r", "name": "R", "kind": "reader"},
              {"id": "p1", "name": "Plain", "version": "1.2", "kind": "proxy"},
              {"id": "p2", "name": "<b>Odd|</b>", "kind": "proxy"}],
             "heads": [{"id": "head-fold", "purpose": "a folded Content-Type"}],
             "results": {
              "r": {"ok-two-fields": {"outcome": "refused", "status": 400}},
              "p1": {"ok-two-fields": {"outcome": "forwards", "status": 200},
                     "dl-leading-ws": {"outcome": "forwards", "status": 200}},
              "p2": {"ok-two-fields": {"outcome": "forwards", "status": 200}, "dl-leading-ws": \(result)}},
             "headResults": {"p1": {"head-fold": {"outcome": "refused", "status": 400}},
                             "p2": {"head-fold": \(result)}}}
            """
        return try ReceiverGrid(json: Data(json.utf8))
    }

    @Test(arguments: [
        (#"{"outcome": "changes", "arrived": {"content-type": ["a/b"]}}"#, "sends Content-Type as 'a/b'"),
        (#"{"outcome": "changes", "arrived": {"content_type": []}}"#, "drops Content_Type"),
        (
            #"{"outcome": "changes", "arrived": {"framing": "length", "content": {"length": 0}}}"#,
            "sends the content with Content-Length; sends another content, of 0 bytes"
        ),
        (
            #"{"outcome": "changes", "arrived": {"framing": "both", "requests": 2}}"#,
            "sends the content chunked and with Content-Length; sends 2 requests"
        ),
        (#"{"outcome": "refused", "status": 503}"#, "refuses with 503"),
        (
            #"{"outcome": "refused", "status": 503, "arrived": {}}"#,
            "refuses with 503, and passes on the request"
        ),
        (#"{"outcome": "hangs"}"#, "hangs"),
    ])
    func `what a proxy does not pass on as it was sent is said in words`(result: String, text: String) throws
    {
        let grid = try Self.proxies(result)
        let rows = GridProxies(grid).rows
        #expect(rows.map(\.id) == ["dl-leading-ws", "head-fold"])
        #expect(rows.first?.conducts.map(\.text) == [text])
        #expect(rows.last?.conducts.map(\.names) == ["Plain", "<b>Odd|</b>"])
    }

    @Test func `proxies have no column, and a sentence each in the reports`() throws {
        let grid = try Self.proxies(#"{"outcome": "refused", "status": 400}"#)
        #expect(grid.receivers.map(\.id) == ["r"] && grid.proxies.count == 2)
        let text = GridMarkdown.text(grid)
        #expect(text.contains("1 receiver, 2 proxies, 1 body."))
        #expect(
            text.contains(
                "- Plain 1.2 passes on all 2 bodies and 0 of 1 requests with a particular head as sent\n"
            )
        )
        let page = GridPage.text(grid)
        #expect(page.contains("passes on 1 of 2 bodies and 0 of 1 requests with a particular head as sent"))
        // One refuses the body, both the folded field.
        #expect(page.contains("<p>&lt;b&gt;Odd|&lt;/b&gt;: refuses with 400</p>") && !page.contains("<b>Odd"))
        #expect(page.contains("<p>Plain, &lt;b&gt;Odd|&lt;/b&gt;: refuses with 400</p>"))
    }

    @Test func `a proxy's outcome that is not one is named`() {
        #expect(throws: ReceiverGrid.Failure.self) { try Self.proxies(#"{"outcome": "as-meant"}"#) }
    }
}
