import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// What becomes of responses of proxies' logs that hold less than was sent, or something else.
struct ResponseConversionTests {
    private func converted(
        _ response: String,
        status: Int = 200,
        fields: [(String, String)],
        to format: String,
        _ options: [String] = []
    ) throws -> (text: String, diagnostics: String) {
        let lines = fields.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let archive =
            #"{"log":{"creator":{"name":"WebInspector"},"entries":[{"request":{"method":"GET","#
            + #""url":"http://h/","httpVersion":"HTTP/1.1","headers":[]},"response":{"status":\#(status),"#
            + #""statusText":"S","httpVersion":"HTTP/1.1","headers":[\#(lines)],\#(response)}}]}}"#
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(archive.utf8), to: "in.har")
        let run = CommandRun(["convert", source, "-o", "\(folder.path)/out.\(format)"] + options)
        #expect(run.status == .fine)
        let name = format == "http" ? "out.response.http" : "out.\(format)"
        let written = try? Checkout.bytes(of: "\(folder.path)/\(name)")
        return (String(decoding: written ?? [], as: UTF8.self), run.diagnostics)
    }

    @Test func `content without its coding is written under a head that fits it`() throws {
        let (text, diagnostics) = try converted(
            #""bodySize":31,"content":{"size":6,"text":"hellö"}"#,
            fields: [("Content-Encoding", "gzip"), ("Content-Length", "31"), ("Set-Cookie", "a=Secret1")],
            to: "http",
            ["--redact"]
        )
        #expect(
            text == "HTTP/1.1 200 S\r\nContent-Length: 6\r\nSet-Cookie: x=xxxxxx0\r\n\r\nhellö"
        )
        for said in [
            "the source holds heads alone, written anew",
            "of the response, Content-Encoding is left out, because the source holds the content decoded",
            "of the response, Content-Length is set to the length of the content that the source holds",
            "of the response, the source holds the content as text: its bytes may not be those that were sent",
        ] {
            #expect(diagnostics.components(separatedBy: "exchange 1: \(said)\n").count == 2, "\(said)")
        }
    }

    @Test func `an archive of an archive has the same content and lengths`() throws {
        let (text, diagnostics) = try converted(
            #""bodySize":31,"content":{"size":6,"text":"hellö"}"#,
            fields: [("Content-Encoding", "gzip"), ("Content-Length", "31")],
            to: "har"
        )
        #expect(text.contains(#""bodySize":31,"content":{"size":6,"mimeType":"","text":"hellö"}"#), "\(text)")
        #expect(!diagnostics.contains("response"), "\(diagnostics)")
    }

    @Test func `chunks are written as chunks again`() throws {
        let (text, _) = try converted(
            #""content":{"size":1,"text":"/w==","encoding":"base64"}"#,
            fields: [("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain")],
            to: "http"
        )
        #expect(text.hasPrefix("HTTP/1.1 200 S\r\nTransfer-Encoding: chunked\r\n"))
        #expect(text.hasSuffix("\r\n\r\n1\r\n\u{FFFD}\r\n0\r\n\r\n"))
    }

    @Test func `what a browser had in store for 304 (Not Modified) is no content of the response`() throws {
        let stored = #""bodySize":0,"content":{"size":2,"text":"ok"}"#
        let (text, diagnostics) = try converted(stored, status: 304, fields: [("ETag", "e")], to: "http")
        #expect(text == "HTTP/1.1 304 S\r\nETag: e\r\n\r\n")
        #expect(diagnostics.contains("the content is left out, which one with the status 304 does not have"))
        #expect(try converted(stored, status: 304, fields: [], to: "har").text.contains(#""text":"ok""#))
    }

    @Test(arguments: [
        ("har", #""bodySize":9"#, "the capture does not hold the content of the response"),
        ("pcapng", #""bodySize":9"#, "the capture does not hold the content of the response"),
        ("http", #""bodySize":9"#, "the response is left out, because the capture does not hold its content"),
        (
            "har", #""content":{"size":9,"text":"ok"}"#,
            "the content of the response is left out, because the capture does not hold all of it"
        ),
        (
            "http", #""content":{"size":9,"text":"ok"}"#,
            "the response is left out, because the capture does not hold all bytes of it"
        ),
        (
            "pcapng", #""content":{"size":9,"text":"ok"}"#,
            "of the response, packets are left out: the capture does not hold all of its content"
        ),
    ])
    func `what the source does not hold is said`(_ format: String, _ response: String, _ said: String) throws
    {
        let diagnostics = try converted(response, fields: [("Server", "s")], to: format).diagnostics
        #expect(diagnostics.contains("exchange 1: \(said)\n"), "\(diagnostics)")
    }

    @Test func `nothing is said of content that there was not`() throws {
        let empty = #""bodySize":0,"content":{"size":0,"text":""}"#
        for format in ["har", "http", "pcapng"] {
            let diagnostics = try converted(empty, fields: [("Content-Length", "0")], to: format).diagnostics
            #expect(!diagnostics.contains("the response"), "\(diagnostics)")
        }
    }
}
