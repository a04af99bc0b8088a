import Bytes
import Cryptography
import Exchanges
import Forms
import Foundation
import Inspection
import InspectionRules
import Pipeline
import Reporting
import TestSupport
import Testing

/// The report that is a page.
struct HTMLReportTests {
    /// A name with what would act on a page, a script, or a template.
    private static let hostile =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>'&{{version}}\u{2028}\u{202E}\u{1B}[2J"

    private var hostileUpload: InspectedExchange {
        Sample.upload(
            Sample.unclosed.replacing(
                "name=\"a\"",
                with: "name=\"</script><b>'&{{rule}}⟨1B⟩⟨E2⟩⟨80⟩⟨AE⟩⟨80⟩\""
            ),
            target: "/" + Self.hostile
        )
    }

    @Test func `the headline is what is wrong, in the words of the gravest finding`() throws {
        let page = ReportPage([Sample.upload(Sample.unclosed)])
        let headline = try page.first(from: "<h1>", to: "</h1>")
        #expect(headline.hasPrefix("The body ends"))
        #expect(page.text.contains("<div class=\"headline error\">"))
        #expect(page.text.contains("1 error in 1 of 1 upload (1 exchange, 1 connection, 24 packets)"))
        #expect(!page.text.contains("<ol class=\"ranking\">"))
    }

    @Test func `a page about uploads that conform says so`() throws {
        let page = ReportPage([Sample.upload(Sample.clean)])
        #expect(try page.first(from: "<h1>", to: "</h1>").hasPrefix("1 upload with 1 part"))
        #expect(page.text.contains("<div class=\"headline good\">"))
        #expect(!page.text.contains("<h2>Findings"))
    }

    @Test func `what could not be read is told below the headline`() {
        let sink = StringSink()
        let reporter = HTMLReporter(to: sink, spool: StringSink(), rules: .ofForms, version: "0.1.0")
        reporter.begin("a<b")
        reporter.failed(InputFailure(path: "a<b", reason: "no such file"))
        reporter.finish(ReportTotals())
        #expect(sink.text.contains("<p>a&lt;b: no such file</p>"))
    }

    @Test func `controls in what stands below the headline are named`() {
        let sink = StringSink()
        let reporter = HTMLReporter(to: sink, spool: StringSink(), rules: .ofForms, version: "0.1.0")
        reporter.begin("a")
        reporter.failed(InputFailure(path: "a", reason: "is not in a known format (\"\r\")"))
        reporter.finish(ReportTotals())
        #expect(sink.text.contains("<p>a: is not in a known format (&quot;<i>CR</i>&quot;)</p>"))
        #expect(
            sink.text.contains(
                "<div class=\"problem\">is not in a known format (&quot;<i>CR</i>&quot;)</div>"
            )
        )
    }

    @Test func `the policy allows the page's own style and script, and nothing else`() throws {
        let page = ReportPage([hostileUpload])
        let policy = try page.first(from: "http-equiv=\"Content-Security-Policy\" content=\"", to: "\">")
            .replacing("&#39;", with: "'")
        let allowed = try ["script", "style"].map { element in
            let text = try #require(page.all(from: "<\(element)>", to: "</\(element)>").last)
            let digest = Data(HashFunction.sha256.digest(of: Array(text.utf8)).bytes).base64EncodedString()
            return "\(element)-src 'sha256-\(digest)'"
        }
        #expect(
            policy.components(separatedBy: "; ")
                == ["default-src 'none'"] + allowed + [
                    "img-src data:", "base-uri 'none'", "form-action 'none'",
                ]
        )
    }

    @Test func `nothing of a capture becomes markup`() throws {
        let plain = ReportPage([Sample.upload(Sample.unclosed)])
        let page = ReportPage([hostileUpload])
        let names = { (page: ReportPage) in page.tags.map { $0.prefix { $0 != " " } } }
        #expect(Set(names(page)) == Set(names(plain)))
        #expect(!page.bareTags.contains { $0.contains(" on") })
        #expect(!page.tags.contains { $0.contains("=\"javascript:") })
        #expect(page.text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
        let scripts = page.all(from: "<script", to: "</script>")
        #expect(scripts.count == 3, "one with the data of the exchange, one with the rules, one that runs")
        #expect(scripts.dropLast().allSatisfy { !$0.dropFirst(30).contains("<") && !$0.contains("&") })
    }

    @Test func `no control, direction mark or line separator of a capture is in the page`() {
        let acting = ReportPage([hostileUpload]).text.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
                || scalar.properties.generalCategory == .format || [0x2028, 0x2029].contains(scalar.value)
        }
        #expect(acting.isEmpty)
    }

    @Test func `the page asks no address for anything`() {
        let page = ReportPage([hostileUpload])
        let tags = page.tags
        #expect(!page.bareTags.contains { $0.contains("src=") })
        let loading = tags.filter { tag in
            tag.hasPrefix("link") && !tag.contains("href=\"data:,\"")
                || tag.hasPrefix("iframe") || tag.hasPrefix("object")
        }
        #expect(loading.isEmpty)
        let links = tags.filter { $0.hasPrefix("a ") }
        #expect(links.allSatisfy { $0.contains("href=\"#") || $0.contains("rel=\"noreferrer noopener\"") })
    }

    @Test func `the data has every byte of the body, and what it is, exactly once`() throws {
        let upload = hostileUpload
        let data = try #require(ReportPage([upload]).data.first)
        let block = try #require(data["blocks"]?.elements.first { $0["place"]?.text == "body" })
        let pieces = try #require(block["pieces"]).elements.map(\.elements)
        #expect(pieces.count == 1 && pieces[0][0].integer == 0)
        #expect(Data(base64Encoded: pieces[0][1].text ?? "").map(Array.init) == upload.body)
        var end = 0
        for node in try #require(block["nodes"]).elements.map(\.elements) {
            #expect(node[2].integer == end)
            end = node[3].integer ?? -1
        }
        #expect(end == upload.body?.count)
    }

    @Test func `the head is there as it was sent, each field a node`() throws {
        let data = try #require(ReportPage([Sample.upload(Sample.clean)]).data.first)
        let block = try #require(data["blocks"]?.elements.first { $0["place"]?.text == "head" })
        let bytes = Data(base64Encoded: block["pieces"]?.elements.first?.elements[1].text ?? "") ?? Data()
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix("POST /upload HTTP/1.1\r\nHost: up.test\r\n")
        )
        let labels = block["nodes"]?.elements.map { $0.elements[1].text }
        #expect(labels == ["request line", "Host", "Content-Type", "Content-Length"])
    }

    @Test func `the response's head is there beside the request's, under a place of its own`() throws {
        var upload = Sample.upload(Sample.clean)
        var response = MessageDraft()
        response.head.startLine = Array("HTTP/1.1 200 OK".utf8)
        response.head.fields = FieldSection(parsing: Array("Server: <b>\r\n".utf8), base: 17)
        upload = upload.changed { $0.exchange.response = Message(response) }
        let blocks = try #require(ReportPage([upload]).data.first?["blocks"]).elements
        #expect(blocks.map { $0["place"]?.text } == ["head", "body", "response"])
        let piece = try #require(blocks[2]["pieces"]?.elements.first).elements
        #expect(piece[0].integer == 0)
        #expect(
            Data(base64Encoded: piece[1].text ?? "") == Data("HTTP/1.1 200 OK\r\nServer: <b>\r\n".utf8)
        )
        #expect(blocks[2]["nodes"]?.elements.map { $0.elements[1].text } == ["status line", "Server"])
    }

    @Test func `a head of HTTP/2 is said to be decoded, since its line breaks are not sent`() throws {
        var upload = Sample.upload(Sample.clean)
        var request = MessageDraft()
        request.head.fields = FieldSection(parsing: Array(":method: POST\r\n".utf8), base: 0)
        request.head.framing = .h2Data
        request.http2 = HTTP2Origin(stream: 1)
        upload = upload.changed { $0.exchange.request = Message(request) }
        let blocks = try #require(ReportPage([upload]).data.first?["blocks"]).elements
        #expect(blocks.first?["title"]?.text == "Request head, decoded from HPACK")
    }

    @Test func `of a body beyond the limit the first and last bytes are there, and those around findings`()
        throws
    {
        let content = String(repeating: "x", count: 20_000)
        let text = Sample.unclosed.replacing("⏎⏎1⏎", with: "⏎⏎\(content)⏎")
        let upload = Sample.upload(text)
        var limits = HTMLReporter.Limits()
        limits.body = 1000
        let page = ReportPage([upload], limits: limits)
        let block = try #require(page.data[0]["blocks"]?.elements.last)
        let pieces = try #require(block["pieces"]).elements.map { piece -> Range<Int> in
            let start = try #require(piece.elements[0].integer)
            return try start..<(start + #require(Data(base64Encoded: piece.elements[1].text ?? "")).count)
        }
        let length = try #require(upload.form?.length)
        #expect(pieces.first == 0..<750)
        #expect(pieces.last?.upperBound == length)
        #expect(pieces.reduce(0) { $0 + $1.count } <= 1000 + 192)
        #expect(block["length"]?.integer == length)
    }

    @Test func `bodies are shown up to a limit over all exchanges`() throws {
        let upload = Sample.upload(Sample.clean)
        let length = try #require(upload.form?.length)
        var limits = HTMLReporter.Limits()
        limits.total = 10 * length + 8
        let pages = ReportPage(Array(repeating: upload, count: 20), limits: limits)
        let shown = try pages.data.reduce(0) { sum, data in
            let pieces = data["blocks"]?.elements.last?["pieces"]?.elements ?? []
            return try sum
                + pieces.reduce(0) { try $0 + #require(Data(base64Encoded: $1.elements[1].text ?? "")).count }
        }
        #expect(shown == limits.total)
    }

    @Test func `a kind of finding is told once, with links to the others`() throws {
        let page = ReportPage((1...30).map { Sample.upload(Sample.unclosed, number: $0) })
        #expect(page.all(from: "<article class=\"kind error\"", to: "</article>").count == 1)
        #expect(page.text.contains("30 such findings in 30 exchanges; the others:</p>"))
        #expect(
            page.text.contains(
                "<li><a href=\"#e0-2.1\">#2</a> <bdi>part 1 &quot;a&quot;, body offset 57, frame 6</bdi></li>"
            )
        )
        #expect(page.text.contains("<li>and 17 more</li>"))
        let two = ReportPage((1...2).map { Sample.upload(Sample.unclosed, number: $0) })
        #expect(two.text.contains("2 such findings in 2 exchanges; the other:</p>"))
        #expect(page.tags.count { $0.hasPrefix("details class=\"exchange\"") } == 30)
    }

    @Test func `exchanges beyond the limit are counted, and their findings told`() throws {
        let clean = Sample.upload(Sample.clean)
        let last = Sample.upload(Sample.unclosed, number: 9)
        var limits = HTMLReporter.Limits()
        limits.exchanges = 3
        let page = ReportPage(Array(repeating: clean, count: 3) + [last], limits: limits)
        #expect(page.text.contains("and 1 more exchange: choose fewer"))
        #expect(try page.first(from: "<h1>", to: "</h1>").hasPrefix("1 of 4 uploads faulty: the body ends"))
    }

    @Test func `of several uploads the headline names the one kind of fault, or counts the kinds`() throws {
        let unclosed = Sample.upload(Sample.unclosed)
        let other = Sample.upload(
            Sample.clean.replacing("\"a\"", with: "\"a⟨00⟩\""),
            number: 2,
            rules: ["part-header/nul"]
        )
        let one = try ReportPage([unclosed, Sample.upload(Sample.clean, number: 2)]).first(
            from: "<h1>",
            to: "</h1>"
        )
        #expect(one.hasPrefix("1 of 2 uploads faulty: the body ends after 57 bytes"))
        let page = ReportPage([unclosed, other])
        #expect(try page.first(from: "<h1>", to: "</h1>") == "2 of 2 uploads faulty, 2 kinds")
        #expect(page.text.contains("<h2>Findings <small>"))
    }

    @Test func `the same exchanges give the same bytes`() {
        #expect(ReportPage([hostileUpload]).text == ReportPage([hostileUpload]).text)
    }
}
