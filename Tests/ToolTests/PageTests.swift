import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// Pages that commands write.
struct PageTests {
    /// A page about a request whose body is no form, as base64 has its bytes.
    private func page(_ body: String, _ options: String...) throws -> String {
        let folder = try TemporaryFolder()
        let head = "POST /a HTTP/1.1\r\nHost: up.test\r\nContent-Type: application/json\r\n"
        let request = head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        let path = try folder.write(Array(request.utf8), to: "in.http")
        return try CommandRun(checking: [path], ["--format", "html"] + options).output
    }

    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    @Test(arguments: [1, 5_000, 300_000])
    func `the first bytes of a body that is no form are shown`(_ length: Int) throws {
        let body = "{\"a\": \"" + String(repeating: "x", count: length) + "\"}"
        let text = try page(body)
        #expect(
            text.contains("\"title\":\"Body, which is not a form\",\"start\":0,\"length\":\(body.utf8.count)")
        )
        #expect(text.contains("[[0,\"\(base64(String(body.prefix(64 * 1024))))\"]]"))
        #expect(!text.contains("its bytes are not shown"))
    }

    @Test func `no more of such a body is shown than is asked for`() throws {
        let text = try page("{\"a\": 1}", "--body-limit", "4")
        #expect(text.contains("[[0,\"\(base64("{\"a\""))\"]]"))
        #expect(
            try page("{\"a\": 1}", "--body-limit", "0").contains(
                "The body is not a form: its bytes are not shown"
            )
        )
    }

    @Test func `what is to be made unreadable is not in the page`() throws {
        let text = try page("{\"a\": \"hunter2\"}", "--redact", "parts=all")
        #expect(text.contains("Body, which is not a form"))
        #expect(!text.contains(base64("{\"a\": \"hunter2\"}")))
    }

    @Test func `the page of a comparison names the bytes of each difference`() throws {
        let text = CommandRun([
            "diff", Checkout.path("Captures/curl/plain.pcap"), Checkout.path("Captures/faulty/lf-only.pcap"),
            "--format", "html",
        ]).output
        let rows = text.components(separatedBy: "<tr class=\"difference\">").dropFirst()
        #expect(rows.count > 3)
        for row in rows {
            let places = row.components(separatedBy: " data-places=\"").dropFirst()
            #expect(places.count == 2)
            #expect(places.contains { $0.hasPrefix("head:") || $0.hasPrefix("body:") })
        }
    }
}
