import Exchanges
import Forms
import Foundation
import Inspection
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// `--redact`: what is not for others is replaced, and nothing else changes.
struct RedactionTests {
    private let body = """
        --B-9\r
        Content-Disposition: form-data; name="password"\r
        \r
        hunter2 gr\u{FC}n\r
        --B-9\r
        Content-Disposition: form-data; name="title"\r
        \r
        My cat, 7\r
        --B-9\r
        Content-Disposition: form-data; name="file"; filename="a.txt"\r
        Content-Type: text/plain\r
        \r
        line 1\r
        -- no B-9\r
        --B-9--\r

        """

    private var request: String {
        """
        POST /up?access_token=Se-cr3t&q=visible HTTP/1.1\r
        Host: h\r
        Authorization: Bearer abcDEF123-_.\r
        Cookie: sid=Top5ecret; theme=Dark\r
        X-Api-Key: 0f3c\r
        X-Trace: keep-me-1\r
        ACCESS-Control-Allow-Credentials: true\r
        Referer: http://user:pw@h/page?sig=AbC&x=1\r
        Content-Type: multipart/form-data; boundary=B-9\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    private func converted(_ options: [String]) throws -> String {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(request.utf8), to: "in.http")
        let output = folder.path + "/out.http"
        let run = CommandRun(["convert", source, "-o", output] + options)
        #expect(run.status == .fine, "\(run.diagnostics)")
        return String(decoding: try Checkout.bytes(of: output), as: UTF8.self)
    }

    @Test func `credentials are replaced, and everything else stays`() throws {
        let expected = request.replacing("access_token=Se-cr3t", with: "access_token=xx-xx0x")
            .replacing("Bearer abcDEF123-_.", with: "Bearer xxxxxx000-_.")
            .replacing("sid=Top5ecret; theme=Dark", with: "xxx=xxx0xxxxx; xxxxx=xxxx")
            .replacing("0f3c", with: "0x0x").replacing("user:pw@", with: "xxxx:xx@")
            // The two bytes of a letter of UTF-8 become those of another.
            .replacing("sig=AbC", with: "sig=xxx").replacing("hunter2 gr\u{FC}n", with: "xxxxxx0 xx\u{FF}x")
        let written = Array(try converted(["--redact"]).utf8)
        #expect(written.count == request.utf8.count)
        let place = try #require(expected.utf8.firstRange(of: "\u{FF}".utf8))
        let offset = expected.utf8.distance(from: expected.startIndex, to: place.lowerBound)
        #expect(written[offset] == 0xC3 && written[offset + 1] & 0xC0 == 0x80)
        #expect(written[..<offset] == Array(expected.utf8)[..<offset])
        #expect(written[(offset + 2)...] == Array(expected.utf8)[(offset + 2)...])
    }

    @Test func `parts are replaced by name, or all of them, delimiters excepted`() throws {
        let named = try converted(["--redact", "parts=title"])
        #expect(named.contains("\r\n\r\nxx xxx, 0\r\n") && named.contains("line 1\r\n-- no B-9"))
        let all = try converted(["--redact=parts=all"])
        #expect(all.contains("\r\n\r\nxxxx 0\r\n-- xx x-0\r\n--B-9--\r\n"))
        #expect(all.contains("name=\"title\"") && all.contains("X-Trace: keep-me-1"))
        let fields = try converted(["--redact", "fields=X-Trace,Host", "--redact", "query=q"])
        #expect(
            fields.contains("X-Trace: xxxx-xx-0") && fields.contains("Host: x\r\n")
                && fields.contains("q=xxxxxxx")
        )
    }

    @Test(arguments: [
        ["check", "--all", "--threshold", "note"],
        ["check", "--format", "json", "--threshold", "note", "--digests"],
        ["inspect"], ["show", "--hex", "--full"], ["check", "--format", "sarif"],
        ["check", "--format", "markdown"],
    ])
    func `no report shows what is replaced`(_ command: [String]) throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(request.utf8), to: "in.http")
        let run = CommandRun(command + [source, "--redact", "parts=all"])
        #expect(run.status != .usage && run.status != .unreadable, "\(run.diagnostics)")
        for secret in [
            "Se-cr3t", "abcDEF", "Top5ecret", "Dark", "0f3c", "user:pw", "hunter2", "My cat", "line 1",
        ] {
            #expect(!run.output.contains(secret) && !run.diagnostics.contains(secret), "\(secret)")
        }
    }

    @Test(arguments: CaptureFolder.captures)
    func `a report has the same findings at the same bytes`(_ capture: CaptureFile) throws {
        var redaction = Redaction()
        redaction.coversAllParts = true
        let source = try ReadBack(capture.path)
        let redacted = try ReadBack(capture.path, redaction: redaction)
        #expect(redacted.exchanges.count == source.exchanges.count)
        for index in source.exchanges.indices {
            #expect(redacted.sites(at: index) == source.sites(at: index))
            let frames = source.exchanges[index].findings.map(\.frame)
            #expect(redacted.exchanges[index].findings.map(\.frame) == frames)
        }
    }

    @Test func `a bare body is replaced too`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(body.utf8), to: "body")
        let arguments = [
            "check", "--content-type", "multipart/form-data; boundary=B-9", path, "--threshold", "note",
        ]
        let plain = CommandRun(arguments + ["--format", "json"])
        let run = CommandRun(arguments + ["--format", "json", "--redact", "parts=all"])
        #expect(run.status == plain.status)
        #expect(!run.output.contains("hunter2"))
        #expect(
            run.output.components(separatedBy: "\"rule\"").count
                == plain.output.components(separatedBy: "\"rule\"").count
        )
    }

    @Test(
        arguments: [
            ("", ["--redact", "parts=all"]), ("", ["--redact"]),
            ("Content-Length: 0\r\n", ["--redact", "parts=all"]), ("Content-Length: 0\r\n", ["--redact"]),
            ("Content-Length: 2\r\n", ["--redact"]),
        ]
    )
    func `what was sent after a body is replaced, whether or not anything in the body is`(
        _ length: String,
        _ options: [String]
    ) throws {
        let folder = try TemporaryFolder()
        let method = length.isEmpty ? "GET" : "POST"
        let head = "\(method) /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B-9\r\n"
        let text = "\(head)\(length)\r\n\(body)\(String(repeating: "Zz", count: 1_000))"
        let source = try folder.write(WrittenCapture.bytes([(true, Array(text.utf8))]), to: "in.pcap")
        for name in ["out.pcapng", "out.http"] {
            let run = CommandRun(["convert", source, "-o", "\(folder.path)/\(name)"] + options)
            #expect(run.status == .fine, "\(run.diagnostics)")
            let bytes = try Checkout.bytes(of: "\(folder.path)/\(name)")
            let written = String(decoding: bytes, as: UTF8.self)
            for secret in ["hunter2", "cat", "line", "Zz"] { #expect(!written.contains(secret), "\(name)") }
            #expect(written.contains("--B-9\r\n") && written.contains("\r\n--B-9--\r\n"), "\(written)")
        }
        for command in [["check", "--format", "json", "--threshold", "note"], ["show", "--hex", "--full"]] {
            let run = CommandRun(command + [source] + options)
            #expect(run.status != .usage && run.status != .unreadable, "\(run.diagnostics)")
            #expect(!run.output.contains("hunter2") && !run.output.contains("cat"), "\(run.output)")
        }
    }

    @Test func `the signature of a file stays, and its content does not`() throws {
        let capture = Checkout.path("Captures/curl/plain.pcap")
        let converted = try Converted(capture, to: "pcapng", ["--redact", "parts=all"])
        let before = try #require(try ReadBack(capture).exchanges.first)
        let after = try #require(try ReadBack(converted.path).exchanges.first)
        let place = try #require(before.form?.parts.last?.content)
        let (old, new) = (try #require(before.body)[place], try #require(after.body)[place])
        #expect(new.prefix(8) == old.prefix(8))
        #expect(!zip(old, new).allSatisfy { $0 == $1 })
        #expect(new.dropFirst(12).allSatisfy { !(($0 | 0x20) &- 0x61 < 26) || $0 == UInt8(ascii: "x") })
    }
}
