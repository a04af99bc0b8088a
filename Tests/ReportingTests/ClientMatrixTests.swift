import Bytes
import Crypto
import Exchanges
import Foundation
import Inspection
import Pipeline
import Testing

@testable import Reporting

struct ClientMatrixTests {
    /// An upload of curl whose head has fields of its own.
    private func page(_ format: ClientMatrixReporter.Format, agent: String = "curl/7.88.1") -> String {
        Sample.report([upload(agent)]) { ClientMatrixReporter(to: $0, style: TextStyle(), format: format) }
    }

    private func upload(_ agent: String) -> InspectedExchange {
        var upload = Sample.upload(Sample.clean)
        let type = "multipart/form-data; boundary=------------------------7410553a6a53d735"
        let head =
            "Host: a\r\nUser-Agent: \(agent)\r\nAccept: */*\r\nContent-Length: 1\r\nContent-Type: \(type)\r\n"
        let fields = FieldSection(parsing: Array(head.utf8), base: 0)
        upload.exchange.request = upload.exchange.request?.changed { $0.head.fields = fields }
        upload.form = nil
        return upload
    }

    @Test func `the page allows no style but its own, and nothing else`() throws {
        let text = page(.html)
        let style = try #require(text.firstMatch(of: /<style>(?<css>[^<]*)<\/style>/)?.css)
        let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
        #expect(text.contains("default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; "))
        #expect(!text.contains("<script"))
    }

    @Test func `a User-Agent cannot break out of a cell`() {
        let agent = "curl/<b>|\u{202E}\"'&\u{1B}[31m"
        #expect(!page(.html, agent: agent).contains("<b>|"))
        #expect(page(.html, agent: agent).contains("curl/&lt;b&gt;|\\u{202e}"))
        #expect(page(.markdown, agent: agent).contains(#"curl/\<b\>\|\\u{202e}"#))
    }

    @Test func `habits are told a client, and twice the same`() {
        let text = page(.text)
        #expect(text.contains("curl  curl, 7.88.1, 1 upload\n"))
        #expect(text.contains("fields of the head  Host, User-Agent, Accept, Content-Length, Content-Type\n"))
        #expect(text.hasSuffix("1 upload of 1 client\n"))
        #expect(page(.json) == page(.json))
    }
}
