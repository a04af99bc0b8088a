import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// Logs that hold less than their format has room for, and files that are none: each is told for what it is.
struct HostileLogTests {
    private static let form =
        "--B\\r\\nContent-Disposition: form-data; name=\\\"a\\\"\\r\\n\\r\\n1\\r\\n--B--\\r\\n"
    private static let trace = Checkout.path("Captures/curl-trace/plain.txt")
    private static let cases = Checkout.path("Tests/Cases/hostile/")

    /// The rules of findings that are no notes, and the exit code.
    private func faults(_ path: String) throws -> (rules: [String], status: CommandStatus, text: String) {
        let run = try CommandRun(checking: [path], ["--format", "json"])
        let exchanges = try JSONDocument(parsing: run.output)["exchanges"]?.elements ?? []
        let findings = exchanges.flatMap { $0["findings"]?.elements ?? [] }
        let rules = findings.filter { $0["severity"]?.text != "note" }.compactMap { $0["rule"]?.text }
        return (rules, run.status, run.output + run.diagnostics)
    }

    private func archive(_ request: String) -> String {
        "{\"log\":{\"version\":\"1.2\",\"entries\":[{\"startedDateTime\":\"2026-01-01T00:00:00Z\",\"time\":1,"
            + "\"request\":{\"method\":\"POST\",\"url\":\"http://h/u\",\"httpVersion\":\"HTTP/1.1\",\(request)},"
            + "\"response\":{\"status\":200,\"statusText\":\"OK\",\"headers\":[]}}]}}"
    }

    @Test(arguments: [
        "\"postData\":{\"mimeType\":\"\",\"text\":\"FORM\"}",
        "\"headers\":[],\"postData\":{\"mimeType\":\"multipart/form-data; boundary=B\",\"text\":\"FORM\"}",
        "\"headers\":[{\"name\":\"User-Agent\",\"value\":\"x\"}],\"postData\":{\"text\":\"FORM\"}",
        "\"headers\":[{\"name\":\"Host\",\"value\":\"h\"}],"
            + "\"postData\":{\"mimeType\":\"multipart/form-data; boundary=B\",\"text\":\"FORM\"}",
    ])
    func `a log without the fields of a head proves nothing about them`(_ request: String) throws {
        let folder = try TemporaryFolder()
        let text = archive(request.replacing("FORM", with: Self.form))
        let faults = try faults(try folder.write(Array(text.utf8), to: "in.har"))
        #expect(faults.rules.isEmpty, "\(faults.text)")
        #expect(faults.status == .fine)
    }

    @Test(arguments: [
        ("", "the log has no fields of the request's head"),
        (
            "\"headers\":[{\"name\":\"User-Agent\",\"value\":\"x\"}],",
            "the log lacks fields of the request's head"
        ),
        ("\"headers\":[{\"name\":\"Host\",\"value\":\"h\"}],", nil),
    ])
    func `a log without the fields of a head says so once`(_ headers: String, _ note: String?) throws {
        let folder = try TemporaryFolder()
        let request = "\(headers)\"postData\":{\"mimeType\":\"\",\"text\":\"\(Self.form)\"}"
        let path = try folder.write(Array(archive(request).utf8), to: "in.har")
        let output = try CommandRun(checking: [path], ["--threshold", "note"]).output
        #expect(output.components(separatedBy: "fields of the request's head").count == (note == nil ? 1 : 2))
        #expect(note.map { output.contains($0) } ?? true, "\(output)")
    }

    @Test func `a trace that is cut in a head says what is missing`() throws {
        let trace =
            "* Connected to h (10.0.0.1) port 80 (#0)\n> POST /u HTTP/1.1\n> Host: h\n> Content-Type: multi"
        let folder = try TemporaryFolder()
        let run = try CommandRun(checking: [try folder.write(Array(trace.utf8), to: "in.txt")])
        #expect(run.status == .fine)
        #expect((run.output + run.diagnostics).contains("lacks some of the head"), "\(run.output)")
        let notes = try CommandRun(checking: [folder.path + "/in.txt"], ["--threshold", "note"]).output
        #expect(notes.contains("the rest of the request's head is not in the capture"), "\(notes)")
    }

    @Test func `a text that is shorter than Content-Length declares says so, and accuses no client`() throws {
        let folder = try TemporaryFolder()
        let fields = [
            "Host": "h", "Content-Type": "multipart/form-data; boundary=B", "Content-Length": "3000",
        ]
        let headers = fields.map { "{\"name\":\"\($0)\",\"value\":\"\($1)\"}" }.joined(separator: ",")
        let form = Self.form.replacing("--B--\\r\\n", with: "")
        let request = "\"headers\":[\(headers)],\"postData\":{\"mimeType\":\"\",\"text\":\"\(form)\"}"
        let path = try folder.write(Array(archive(request).utf8), to: "in.har")
        let run = try CommandRun(checking: [path], ["--threshold", "note"])
        #expect(!run.output.contains("error["), "\(run.output)")
        #expect(run.output.contains("bytes, 3000 were sent"), "\(run.output)")
    }

    @Test func `a log that holds the head shows what is missing from it`() throws {
        let folder = try TemporaryFolder()
        let request =
            "\"headers\":[{\"name\":\"Host\",\"value\":\"h\"}],\"postData\":{\"mimeType\":\"\",\"text\":\"FORM\"}"
        let text = archive(request.replacing("FORM", with: Self.form))
        let faults = try faults(try folder.write(Array(text.utf8), to: "in.har"))
        #expect(faults.rules == ["content-type/missing"], "\(faults.text)")
    }

    @Test(arguments: [
        ("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1", ["note body/truncated"]),
        ("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B-", ["note body/truncated"]),
        ("--B\r\nContent-Disposition: form-d", ["note body/truncated"]),
        ("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n", []),
    ])
    func `a log that holds less than Content-Length declares accuses no client`(
        _ body: String,
        _ rules: [String]
    )
        throws
    {
        let folder = try TemporaryFolder()
        let fields = [
            "Host": "h", "Content-Type": "multipart/form-data; boundary=B", "Content-Length": "3000",
        ]
        let headers = fields.map { "{\"name\":\"\($0)\",\"value\":\"\($1)\"}" }.joined(separator: ",")
        let text = Data(body.utf8).base64EncodedString()
        let request =
            "\"headers\":[\(headers)],\"postData\":{\"mimeType\":\"\",\"encoding\":\"base64\",\"text\":\"\(text)\"}"
        let path = try folder.write(Array(archive(request).utf8), to: "in.har")
        let run = try CommandRun(checking: [path], ["--format", "json"])
        let findings =
            try JSONDocument(parsing: run.output)["exchanges"]?.elements.first?["findings"]?.elements ?? []
        let found = findings.map { "\($0["severity"]?.text ?? "") \($0["rule"]?.text ?? "")" }
        #expect(found.filter { !$0.contains("capture/") && !$0.contains("boundary/") } == rules)
    }

    @Test(arguments: [
        ("{\"log\":{\"version\":\"1.2\"}}", "without entries"),
        ("{\"log\":{\"entries\":null}}", "without entries"),
        ("{\"log\":{\"entries\":{}}}", "without entries"), ("{\"log\":[]}", "no log"),
        ("{\"log\":{\"entries\":[{},{\"a\":1}]}}", "nothing in it can be read: entry 1 has no request"),
        ("---\ntitle: \"log\"\ndate: 2026\n---\n\n# Hello\n", "is not in a known capture format"),
        ("---\n- a: 1\n---\n- b: 2\n", "is not in a known capture format"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n", "is not in a known capture format"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "is not in a known capture format"),
        ("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B--\r\n", "is a bare multipart body"),
        (
            "0000: 50 4f 53 54 20 2f 75 70 6c 6f 61 64 20 48 54 54 POST /upload HTT\n",
            "is an excerpt of a curl trace: the line before the bytes that says what they are"
        ),
        (
            "0010: 50 2f 31 2e 31 0d 0a 48 6f 73 74 3a 20 31 32 37 P/1.1..Host: 127\n",
            "is an excerpt of a curl trace"
        ),
        (
            "0000: POST /upload HTTP/1.1\n0017: Host: a\n",
            "the whole file that `curl --trace FILE` writes can be read"
        ),
        ("=> Send data, 3 bytes (0x3)\n0000: 61 62 63 abc\n", "has content of a request, and not its head"),
        ("== Info:   Trying 127.0.0.1:1...\n", "in which no request was sent"),
    ])
    func `a file of which nothing can be read says what it is, and exits 3`(_ text: String, _ reason: String)
        throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "in")
        let run = try CommandRun(checking: [path])
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains(reason), "\(run.diagnostics)")
    }

    @Test(arguments: ["    ", "\t", "  "], [trace, Checkout.path("Captures/curl-trace/ascii-tricky.txt")])
    func `an indented trace is read as the same without`(_ indentation: String, _ path: String) throws {
        let folder = try TemporaryFolder()
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
        let before = CommandRun(["inspect", "--format", "json", path]).output
        let copy = try folder.write(Array(indented.utf8), to: "in.txt")
        let after = CommandRun(["inspect", "--format", "json", copy]).output
        #expect(after.replacing(copy, with: path) == before)
    }

    @Test(arguments: [
        "curl-trace-cut-head.txt", "curl-trace-cut-chunked.txt", "curl-trace-cut-h2.txt",
        "curl-trace-cut-plain.txt",
    ])
    func `what a trace that breaks off lacks is not the client's fault`(_ name: String) throws {
        let faults = try faults(Self.cases + name)
        #expect(faults.rules.isEmpty, "\(faults.text)")
    }

    @Test func `a trace is cut anywhere, and accuses no client`() throws {
        let bytes = try Checkout.bytes(of: Self.trace)
        let folder = try TemporaryFolder()
        for length in TestScope.sample(of: 0..<bytes.count, atMost: 8, seed: 5) {
            let path = try folder.write(Array(bytes[..<length]), to: "cut.txt")
            let run = try CommandRun(checking: [path], ["--format", "ndjson"])
            #expect(run.status == .fine || run.status == .unreadable, "\(length)")
            #expect(!run.output.contains("\"severity\":\"warning\""), "\(length)")
            #expect(!run.output.contains("\"severity\":\"error\""), "\(length)")
        }
    }

    @Test(
        arguments: [65_600, 70_000, 200_000],
        ["X-Long: ", "Content-Type: ", "Content-Disposition: form-data; name="]
    )
    func `a part's header of more than 64 KiB is a finding, and its rest is not judged`(
        _ length: Int,
        _ name: String
    )
        throws
    {
        let folder = try TemporaryFolder()
        let first = name.hasPrefix("Content-D") ? "" : "Content-Disposition: form-data; name=\"a\"\r\n"
        let body =
            "--AaB03x\r\n\(first)\(name)\(String(repeating: "x", count: length))\r\n\r\nv\r\n--AaB03x--\r\n"
        let head = "POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
        let request = head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        let faults = try faults(try folder.write(Array(request.utf8), to: "in.http"))
        #expect(faults.rules == ["limits/part-header-line"], "\(faults.text.suffix(3000))")
    }

    @Test func `text that is from no archive cites none`() throws {
        let trace = CommandRun([
            "check", "--threshold", "note", Checkout.path("Captures/curl-trace/ascii-tricky.txt"),
        ])
        #expect(trace.output.contains("capture/body-lossy-text"))
        #expect(!trace.output.contains("HAR"))
    }

    @Test func `a capture's name need not be valid UTF-8`() throws {
        let folder = try TemporaryFolder()
        let tool = try #require(CommandRun.tool)
        let capture = Checkout.path("Captures/faulty/cl-short.pcapng")
        let line =
            "cd '\(folder.path)' && mkdir d && f=$(printf 'caf\\351.pcapng') && cp '\(capture)' \"$f\" && cp '\(capture)' \"d/$f\" "
            + "&& '\(tool)' check \"$f\" >file.txt; '\(tool)' check \"$f#1\" --format sarif >file.sarif; "
            + "'\(tool)' check d >folder.txt; '\(tool)' check --format json \"$f\" >file.json; true"
        #expect(try CommandRun.shell(line) == 0)
        let text = { (name: String) in
            String(decoding: try Checkout.bytes(of: folder.path + "/" + name), as: UTF8.self)
        }
        #expect(try text("file.txt").contains("caf\\xE9.pcapng"))
        #expect(try text("folder.txt").contains("d/caf\\xE9.pcapng"))
        #expect(try text("file.sarif").contains("\"caf%E9.pcapng\""))
        #expect(try text("file.json").contains("\"caf\u{FFFD}.pcapng\""))
    }

    @Test func `folders, files and names of parts need not be valid UTF-8`() throws {
        let folder = try TemporaryFolder()
        let tool = try #require(CommandRun.tool)
        let line =
            "cd '\(folder.path)' && e=$(printf '\\351') && printf 'h: i' >\"$e.txt\" "
            + "&& { printf 'POST /u HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: multipart/form-data; boundary=B\\r\\n\\r\\n'; "
            + "'\(tool)' encode --boundary B -F \"$e=@$e.txt;headers=@$e.txt\" -F \"b=$e\"; } >\"$e.http\" "
            + "&& '\(tool)' extract \"$e.http\" -o \"d$e/e$e\" >out.txt && cp \"d$e/e$e/manifest.json\" . "
            + "&& cp \"d$e/e$e/b.txt\" . && cp \"$e.http\" in.http"
        #expect(try CommandRun.shell(line) == 0)
        let bytes = { (name: String) in try Checkout.bytes(of: folder.path + "/" + name) }
        let request = try bytes("in.http")
        let disposition =
            Array("name=\"".utf8) + [0xE9] + Array("\"; filename=\"".utf8) + [0xE9] + Array(".txt\"".utf8)
        #expect(request.firstRange(of: disposition) != nil)
        #expect(request.firstRange(of: Array("\r\nh: i\r\n".utf8)) != nil)
        #expect(try bytes("b.txt") == [0xE9])
        let manifest = String(decoding: try bytes("manifest.json"), as: UTF8.self)
        #expect(manifest.contains("\"rawName\": \"6Q==\""), "\(manifest)")
        #expect(manifest.contains("\"rawFilename\": \"6S50eHQ=\""))
        #expect(manifest.contains("\"capture\": \"\u{FFFD}.http\""))
        #expect(String(decoding: try bytes("out.txt"), as: UTF8.self).contains("d\\xE9/e\\xE9/b.txt"))
    }
}
