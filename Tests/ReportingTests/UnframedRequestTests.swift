import Bytes
import Exchanges
import Pipeline
import TestSupport
import Testing

/// Requests of which only the start line and the fields tell that they are requests.
struct UnframedRequestTests {
    @Test func `a request whose head gives its body no end is shown whole, and linked by its number`() throws
    {
        var upload = Sample.upload(Sample.unclosed)
        var request = MessageDraft()
        request.head.startLine = Array("POST /a HTTP/1.1".utf8)
        request.head.fields = FieldSection(parsing: Array("Host: up.test\r\n".utf8), base: 18)
        request.head.framing = .bare
        upload = upload.changed { $0.exchange.request = Message(request) }
        let page = ReportPage([upload])
        let block = try #require(page.data[0]["blocks"]?.elements.first)
        #expect(block["title"]?.text == "Request head")
        #expect(block["nodes"]?.elements.map { $0.elements[1].text } == ["request line", "Host"])
        #expect(page.text.contains("<a href=\"#e0-1.1\">#1</a>"))
    }
}
