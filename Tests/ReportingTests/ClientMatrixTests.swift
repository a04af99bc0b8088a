import Bytes
import Cryptography
import Exchanges
import Foundation
import Inspection
import Pipeline
import Testing

@testable import Reporting

struct ClientMatrixTests {
    /// An upload of curl whose head has fields of its own.
    private func page(_ format: ClientMatrixReporter.Format, agent: String = "curl/7.88.1") -> String {
        page(format, [upload(agent)])
    }

    private func page(_ format: ClientMatrixReporter.Format, _ uploads: [InspectedExchange]) -> String {
        Sample.report(uploads) { ClientMatrixReporter(to: $0, style: TextStyle(), format: format) }
    }

    private func upload(_ agent: String, boundary: String = "------------------------7410553a6a53d735")
        -> InspectedExchange
    {
        var upload = Sample.upload(Sample.clean)
        let type = "multipart/form-data; boundary=\(boundary)"
        let head =
            "Host: a\r\nUser-Agent: \(agent)\r\nAccept: */*\r\nContent-Length: 1\r\nContent-Type: \(type)\r\n"
        let fields = FieldSection(parsing: Array(head.utf8), base: 0)
        upload = upload.changed {
            $0.exchange.request = $0.exchange.request?.changed { $0.head.fields = fields }
            $0.form = nil
        }
        return upload
    }

    @Test func `the page allows no style but its own, and nothing else`() throws {
        let text = page(.html)
        let style = try #require(text.firstMatch(of: /<style>(?<css>[^<]*)<\/style>/)?.css)
        let hash = Data(HashFunction.sha256.digest(of: Array(style.utf8)).bytes).base64EncodedString()
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

    @Test func `unknown clients are told apart by their User-Agents`() {
        let uploads = [
            upload("Lantern/2", boundary: "==a1b2=="), upload("Lantern/2", boundary: "==c3d4=="),
            upload("curl/7.88.1"), upload("<Tide>", boundary: "==e5f6=="),
        ]
        let text = page(.text, uploads)
        #expect(text.contains("unknown  User-Agent Lantern/2, 2 uploads\n"))
        #expect(text.contains("unknown  User-Agent <Tide>, 1 upload\n"))
        #expect(text.hasSuffix("1 upload of 1 client; 3 uploads of 2 unknown clients\n"))
        #expect(page(.json, uploads).contains(#""agent": "Lantern/2""#))
        #expect(page(.markdown, uploads).contains(#"| **unknown client**<br>User-Agent \<Tide\> |"#))
        #expect(
            page(.html, uploads).contains("<b>unknown client</b><span>User-Agent &lt;Tide&gt;<br>1 upload")
        )
    }

    @Test func `of many unknown clients the first are told`() {
        let text = page(.text, (1...23).map { upload("Lantern/\($0)", boundary: "==a1b2==") })
        #expect(text.contains("User-Agent Lantern/20, ") && !text.contains("User-Agent Lantern/21"))
        #expect(
            text.hasSuffix(
                "20 uploads of 20 unknown clients; 3 uploads of further unknown clients are left out\n"
            )
        )
    }
}
