import Exchanges
import Pipeline
import TestSupport
import Testing

/// The exchanges that a page lists, and what it says of each.
struct ExchangeListTests {
    @Test func `a page about several captures says of each exchange which it is from`() throws {
        let page = ReportPage(
            [Sample.upload(Sample.clean), Sample.upload(Sample.clean, number: 2)],
            namesCaptures: true
        )
        #expect(page.all(from: "<h3><bdi>", to: "</bdi></h3>") == ["upload.pcap"])
        let searched = page.all(from: " data-search=\"", to: "\"")
        #expect(searched.count == 2 && searched.allSatisfy { $0.contains(" upload.pcap ") })
        #expect(page.all(from: "<bdi class=\"url\" data-capture=\"", to: "\"").count == 2)
        let facts = try page.data.map { try #require($0["facts"]?.elements.first).elements.map(\.text) }
        #expect(facts == [["capture", "upload.pcap"], ["capture", "upload.pcap"]])
        #expect(!ReportPage([Sample.upload(Sample.clean)]).text.contains("data-capture=\""))
    }

    @Test func `what tells the style that the list is whole follows it`() {
        let page = ReportPage([Sample.upload(Sample.clean)])
        #expect(page.text.contains(".list:not(:has(+ .keys)) > .exchange"))
        #expect(page.text.contains("</details>\n</div>\n<p class=\"keys\">"))
    }

    @Test func `a body without a request is linked by that word`() {
        var upload = Sample.upload(Sample.unclosed)
        var request = MessageDraft()
        request.head.framing = .bare
        upload = upload.changed { $0.exchange.request = Message(request) }
        #expect(ReportPage([upload]).text.contains("<a href=\"#e0-1.1\">body</a>"))
    }

    @Test func `a form whose bytes the capture lacks is not taken for another body`() throws {
        var upload = Sample.upload(Sample.clean)
        upload = upload.changed {
            $0.form = nil
            $0.findings = []
        }
        #expect(try ReportPage([upload]).data[0]["remark"]?.text == "The capture has no bytes of the body.")
        var request = MessageDraft()
        request.head.framing = .contentLength
        request.content.bodyLength = 9
        upload = upload.changed { $0.exchange.request = Message(request) }
        let remark = try ReportPage([upload]).data[0]["remark"]?.text
        #expect(remark == "The body is not a form: its bytes are not shown.")
    }

    @Test func `the id of a rule is marked as one, so that the page never elides it`() {
        let page = ReportPage([Sample.upload(Sample.unclosed)])
        #expect(page.all(from: "<code>delimiter/", to: "</code>").count == 0)
        #expect(page.text.contains("<code class=\"rule\">delimiter/missing-close</code>"))
        #expect(page.text.contains("!code.matches(\".rule\")"))
    }
}
