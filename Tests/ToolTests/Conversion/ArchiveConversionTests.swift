import Bytes
import Exchanges
import Foundation
import Inspection
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// What becomes of requests of which an archive holds less than was sent, or text in the place of bytes.
struct ArchiveConversionTests {
    private static let typeField = #"{"name":"Content-Type","value":"multipart/form-data; boundary=B"}"#
    private static let form =
        #"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue of a\r\n--B--\r\n"#

    private func archive(_ request: String, creator: String) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"\#(creator)"},"entries":[{"startedDateTime":"#
            + #""2026-01-01T00:00:00Z","time":1,"request":{"method":"POST","url":"http://u:p@h:81/u","#
            + #""httpVersion":"HTTP/1.1",\#(request)},"response":{"status":200,"statusText":"OK","headers":[],"#
            + #""content":{"size":5,"text":"\ufffdok"}}}]}}"#
    }

    /// What is found in a request of an archive, and in what becomes of it.
    private func converted(
        _ request: String,
        to format: String,
        _ options: [String] = [],
        creator: String = "x"
    ) throws -> (before: InspectedExchange, after: InspectedExchange, file: Converted, text: String) {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let source = try folder.write(Array(archive(request, creator: creator).utf8), to: "in.har")
        let file = try Converted(source, to: format, options)
        #expect(file.run.status == .fine, "\(file.run.diagnostics)")
        let text = String(decoding: try Checkout.bytes(of: file.path), as: UTF8.self)
        return (
            try #require(try ReadBack(source).exchanges.first),
            try #require(try ReadBack(file.path).exchanges.first), file, text
        )
    }

    /// The rules of findings that are no notes.
    private func faults(_ exchange: InspectedExchange) -> [String] {
        exchange.findings.filter { $0.finding.severity != .note }.map(\.finding.rule)
    }

    @Test(arguments: [[], ["--redact"]])
    func `text that lost bytes stays text, and accuses no client`(_ options: [String]) throws {
        let file =
            #"--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\n"#
            + #"Content-Type: image/png\r\n\r\n\ufffdPNG\ud800\r\n\r\n--B--\r\n"#
        let request =
            #""headers":[\#(Self.typeField),{"name":"Content-Length","value":"450"}],"#
            + #""bodySize":450,"postData":{"mimeType":"","text":"\#(file)"}"#
        let (before, after, _, text) = try converted(request, to: "har", options)
        #expect(faults(before).isEmpty && faults(after).isEmpty)
        #expect(after.exchange.fidelity == .text)
        #expect(!text.contains("base64") && text.contains(#""bodySize":450"#))
        #expect(text.contains(#"\#u{FFFD}PNG"#) && text.contains(#""text":"\#u{FFFD}ok""#))
    }

    @Test func `a body of which the values of its fields alone are known is absent, and none`() throws {
        let request =
            #""headers":[\#(Self.typeField)],"bodySize":-1,"#
            + #""postData":{"mimeType":"multipart/form-data","params":[{"name":"a","value":"1"}]}"#
        let (before, after, file, text) = try converted(request, to: "har")
        #expect(faults(before).isEmpty && faults(after).isEmpty)
        #expect(before.lacksBody && after.lacksBody)
        #expect(text.contains(#""bodySize":-1,"postData":{"mimeType":"multipart/form-data","params":[]"#))
        #expect(
            file.run.diagnostics.contains(
                "exchange 1: the body is left out: the source holds no byte of it, at most the values"
            )
        )
        #expect(!file.run.diagnostics.contains("broke off"))
    }

    @Test(arguments: [("", true), (#"{"name":"host","value":"g"},"#, false)])
    func `a request whose Host the log lacks gets that of its URL`(_ host: String, _ isAdded: Bool) throws {
        let request = #""headers":[\#(host)\#(Self.typeField)],"postData":{"text":"\#(Self.form)"}"#
        let (_, after, file, _) = try converted(request, to: "pcapng")
        #expect(after.exchange.authority == (isAdded ? "h:81" : "g"))
        #expect(!faults(after).contains("framing/host"))
        #expect(file.run.diagnostics.contains("exchange 1: Host is added from the URL") == isAdded)
    }

    @Test func `a text that is shorter than the log counts is incomplete`() throws {
        let cut = Self.form.replacing(#"\r\n--B--\r\n"#, with: "")
        let request = #""headers":[\#(Self.typeField)],"bodySize":271,"postData":{"text":"\#(cut)"}"#
        let (before, after, _, text) = try converted(request, to: "har")
        #expect(before.isIncomplete && after.isIncomplete)
        #expect(text.contains(#""bodySize":271"#))
        let whole = #""headers":[\#(Self.typeField)],"bodySize":271,"postData":{"text":"\#(Self.form)"}"#
        #expect(try !converted(whole, to: "har").before.isIncomplete)
    }

    @Test func `a text that is base64 without saying so accuses no client`() throws {
        let form = Array(Self.form.replacing(#"\r\n"#, with: "\r\n").replacing(#"\""#, with: "\"").utf8)
        let request =
            #""headers":[\#(Self.typeField)],"bodySize":\#(form.count),"#
            + #""postData":{"mimeType":"","text":"\#(Data(form).base64EncodedString())"}"#
        let (before, after, _, _) = try converted(request, to: "har")
        #expect(faults(before).isEmpty && faults(after).isEmpty)
        #expect(before.body == form && after.body == form)
    }

    @Test func `a form whose content coding the recorder took off is written without it`() throws {
        let request =
            #""headers":[\#(Self.typeField),{"name":"Content-Encoding","value":"gzip"},"#
            + #"{"name":"Content-Length","value":"103"}],"bodySize":103,"#
            + #""postData":{"mimeType":"","text":"\#(Self.form)"}"#
        for creator in ["x", "mitmproxy"] {
            let (_, after, file, _) = try converted(request, to: "pcapng", creator: creator)
            #expect(after.exchange.request?.head.fields.first(named: "content-encoding") == nil)
            #expect(!faults(after).contains("body/declared-but-not-encoded"))
            #expect(file.run.diagnostics.contains("exchange 1: Content-Encoding is left out, because"))
        }
    }
}
