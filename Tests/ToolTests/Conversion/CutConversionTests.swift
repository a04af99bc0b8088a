import Exchanges
import Inspection
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// What becomes of requests of which a log lacks the end of the body, or all of it: it stays missing.
struct CutConversionTests {
    private static let type = #"{"name":"Content-Type","value":"multipart/form-data; boundary=B"}"#
    private static let length = #"{"name":"Content-Length","value":"271"}"#
    private static let cut = #""text":"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nval""#
    private static let base64 =
        #""encoding":"base64","text":"LS1CDQpDb250ZW50LURpc3Bvc2l0aW9uOiBmb3JtLWRhdGE7IG5hbWU9ImEiDQoNCnZhbA==""#
    /// The number of bytes that both hold.
    private static let kept = 52

    private func archive(_ fields: String, _ size: Int, _ body: String) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","#
            + #""time":1,"request":{"method":"POST","url":"http://h/u","httpVersion":"HTTP/1.1","headers":"#
            + #"[{"name":"Host","value":"h"},\#(fields)],"bodySize":\#(size),"postData":{"mimeType":"",\#(body)}},"#
            + #""response":{"status":200,"statusText":"OK","headers":[{"name":"Content-Length","value":"0"}]}}]}}"#
    }

    /// What is found in packets that are written of a log.
    private func packets(of log: String, _ remark: String) throws -> InspectedExchange {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(log.utf8), to: "in.log")
        let file = try Converted(source, to: "pcapng")
        #expect(file.run.diagnostics.contains("exchange 1: \(remark)"), "\(file.run.diagnostics)")
        return try #require(try ReadBack(file.path).exchanges.first)
    }

    private func faults(_ exchange: InspectedExchange) -> [String] {
        exchange.findings.filter { $0.finding.severity != .note }.map(\.finding.rule)
    }

    @Test(arguments: [
        ("\(type),\(length)", -1, cut), (type, 271, cut), ("\(type),\(length)", 52, cut),
        ("\(type),\(length)", 271, base64),
        (type + #",{"name":"Transfer-Encoding","value":"chunked"}"#, 271, cut),
    ])
    func `an end that a log lacks is missing from packets, and accuses no client`(
        _ fields: String,
        _ size: Int,
        _ body: String
    ) throws {
        let written = try packets(of: archive(fields, size, body), "the end of the body is left out")
        #expect(faults(written).isEmpty && written.isIncomplete && written.exchange.status == 200)
        let content = try #require(written.exchange.request?.content)
        #expect(content.bodyLength == 271 && content.missingBytes == 271 - Self.kept)
    }

    @Test(arguments: [type, type + #",{"name":"Transfer-Encoding","value":"chunked"}"#])
    func `a text that breaks off within a line, and has no length, has no last chunk`(fields: String) throws {
        let written = try packets(of: archive(fields, -1, Self.cut), "the end of the body is left out")
        #expect(faults(written).isEmpty && written.isIncomplete && written.exchange.status == 200)
        #expect(written.exchange.request?.content.bodyLength == Self.kept)
    }

    @Test(arguments: ["http", "curl"])
    func `a request without its end is no request to send`(_ format: String) throws {
        let folder = try TemporaryFolder()
        for length in [",\(Self.length)", ""] {
            let log = archive("\(Self.type)\(length)", -1, Self.cut)
            let source = try folder.write(Array(log.utf8), to: "in.har")
            let file = try Converted(source, to: format)
            let reason = "exchange 1: left out, because bytes of the request are not in the capture"
            #expect(file.run.diagnostics.contains(reason), "\(file.run.diagnostics)")
        }
    }

    @Test func `a body of which not even the length is known leaves the head open`() throws {
        let parameters = #""params":[{"name":"a","value":"1"}]"#
        let written = try packets(of: archive(Self.type, -1, parameters), "its head has no end")
        #expect(faults(written).isEmpty && written.isIncomplete && written.exchange.status == 200)
        #expect(written.exchange.request?.content.bodyLength == 0)
    }

    @Test func `a body that breaks off at an unknown length has no last chunk`() throws {
        let trace = """
            => Send header, 74 bytes (0x4a)
            0000: POST /u HTTP/2
            0010: Host: h
            0019: Content-Type: multipart/form-data; boundary=B
            0048: 
            => Send data, 51 bytes (0x33)
            0000: --B
            0005: Content-Disposition: form-data; name="a"
            002f: 
            0031: va
            == Info: Send failure: Broken pipe

            """
        let written = try packets(of: trace, "Transfer-Encoding is added")
        #expect(faults(written).isEmpty && written.isIncomplete)
        #expect(written.exchange.request?.content.bodyLength == 51)
    }
}
