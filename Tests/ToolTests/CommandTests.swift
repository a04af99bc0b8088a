import Foundation
import Inspection
import Reporting
import Shell
import TestSupport
import Testing

@testable import Tool

/// Command lines as scripts give them: what is written where, and how the run ends.
struct CommandTests {
    private struct Run {
        var status: CommandStatus
        var output: String
        var diagnostics: String
    }

    private func run(_ arguments: String...) -> Run {
        let output = StringSink()
        let diagnostics = StringSink()
        let status = Partwise.run(arguments, in: Terminal(output: output, diagnostics: diagnostics))
        return Run(status: status, output: output.text, diagnostics: diagnostics.text)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "partwise-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private let plain = Checkout.path("Captures/curl/plain.pcap")
    private let faulty = Checkout.path("Captures/faulty/glued-close.pcap")

    @Test func `a clean capture is success`() {
        let run = run("check", plain)
        #expect(run.status == .fine)
        #expect(run.output.contains("1 upload with 3 parts (4,120 bytes) conforms"))
        #expect(run.diagnostics.isEmpty)
    }

    @Test func `an error is exit code 1`() {
        #expect(run("check", faulty).status == .findings)
        #expect(run("inspect", faulty).status == .fine)
    }

    @Test func `a part that the form does not have is exit code 3`() {
        let run = run("show", plain + "#1", "--part", "9")
        #expect(run.status == .unreadable)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics == "partwise: \(plain)#1: has no part 9: the form has 3 parts\n")
    }

    @Test func `an input that cannot be read is exit code 3, and the others are still judged`() {
        let run = run("check", "/no/such/file", faulty)
        #expect(run.status == .unreadable)
        #expect(run.diagnostics == "partwise: /no/such/file: no such file\n")
        #expect(run.output.contains("error[delimiter/missing-crlf-before-close]"))
    }

    @Test(arguments: [
        ["check"], ["check", "x", "--threshold", "fatal"], ["check", "x", "--bogus"], ["nonsense"],
        ["explain", "no/such-rule"], ["diff", "x"], ["check", "x", "--rule-off", "no/such-rule"],
        ["inspect", "x", "--input-format", "pdf"], ["check", "x", "--filter", "tcp prot"],
        ["check", "x", "--request", "--content-type", "y"],
    ])
    func `a wrong command line is exit code 2, and is complained of on standard error`(_ arguments: [String])
    {
        let output = StringSink()
        let diagnostics = StringSink()
        let status = Partwise.run(arguments, in: Terminal(output: output, diagnostics: diagnostics))
        #expect(status == .usage)
        #expect(output.text.isEmpty)
        #expect(!diagnostics.text.isEmpty)
    }

    @Test func `an exchange that the capture does not hold is said`() {
        let run = run("check", plain + "#7")
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains("has no exchange 7: it holds 1 exchange"))
        #expect(!run.output.contains("no HTTP exchange"))
    }

    @Test func `a directory is read whole, in order, and what is no capture is named`() throws {
        try withFolder { folder in
            for name in ["b.pcap", "a.pcap"] {
                try FileManager.default.copyItem(atPath: plain, toPath: "\(folder)/\(name)")
            }
            try Data("notes".utf8).write(to: URL(fileURLWithPath: "\(folder)/notes.txt"))
            let run = run("inspect", folder)
            #expect(run.status == .fine)
            let paths = run.output.split(separator: "\n").filter { $0.hasSuffix(".pcap") }
            #expect(paths == ["\(folder)/a.pcap", "\(folder)/b.pcap"])
            let skipped = "skipped a file that is not a capture: notes.txt"
            #expect(run.diagnostics == "partwise: \(folder): \(skipped)\n")
        }
    }

    @Test func `a report goes to the file that is named`() throws {
        try withFolder { folder in
            let run = run("check", plain, "--format", "json", "-o", "\(folder)/report.json")
            #expect(run.status == .fine)
            #expect(run.output.isEmpty)
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/report.json"))
            let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect((root["exchanges"] as? [Any])?.count == 1)
        }
    }

    @Test(
        .enabled(if: CommandRun.tool != nil, "needs the tool"),
        arguments: [">&-", "2>&-", "<&- >&- 2>&-"]
    )
    func `a file does not take the place of standard output that is closed`(closed: String) throws {
        try withFolder { folder in
            let line = "partwise convert '\(plain)' -o '\(folder)/out.har'"
            #expect(try CommandRun.shell("\(line) \(closed)") == 0)
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/out.har"))
            #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
        }
    }

    @Test func `a capture of which nothing could be read says why`() throws {
        let capture = try Checkout.bytes(of: Checkout.path("Captures/tls/tls13-aes128-gcm.pcap"))
        let folder = try TemporaryFolder()
        let path = try folder.write(capture, to: "a.pcap")
        let reason = "1 TLS session was not read: connection 1"
        for (name, text) in [("", "holds no exchange"), ("#1", "has no exchange 1: it holds none")] {
            let run = run("repair", path + name, "-o", "\(folder.path)/out.http")
            #expect(run.status == .unreadable)
            #expect(run.diagnostics.hasPrefix("partwise: \(path): \(text): \(reason)"), "\(run.diagnostics)")
        }
    }

    @Test func `selection leaves out what does not match`() {
        func count(_ arguments: String...) -> Int {
            let output = StringSink()
            _ = Partwise.run(
                ["inspect", "--format", "ndjson", plain] + arguments,
                in: Terminal(output: output, diagnostics: StringSink())
            )
            return output.text.split(separator: "\n").count - 1
        }
        #expect(count() == 1)
        #expect(count("--url", "/upl*") == 1)
        #expect(count("--url", "http://*/upload") == 1)
        #expect(count("--url", "/other") == 0)
        #expect(count("--method", "post") == 1)
        #expect(count("--method", "PUT") == 0)
        #expect(count("--host", "127.0.0.1") == 1)
        #expect(count("--host", "127.0.0.2") == 0)
        #expect(count("--client", "127.0.0.1") == 1)
        #expect(count("--client", "::1") == 0)
        #expect(count("--forms") == 1)
        #expect(count("--filter", "udp") == 0)
    }

    @Test func `a log has no packets to select, and that is said`() {
        let log = Checkout.path("Captures/har/chromium-form-plain.har")
        let text = "--filter selects packets, and there are none here: nothing was left out"
        #expect(run("check", "--filter", "udp", log).diagnostics.contains(text))
        #expect(!run("check", log).diagnostics.contains(text))
        #expect(!run("check", "--filter", "udp", plain).diagnostics.contains(text))
    }

    @Test func `digests are those of the parts as sent`() throws {
        let run = run("check", "--format", "ndjson", "--digests", plain)
        let first = try #require(run.output.split(separator: "\n").first)
        let root = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        let parts = try #require((root["form"] as? [String: Any])?["parts"] as? [[String: Any]])
        let digest = try #require(parts.first?["sha256"] as? String)
        #expect(digest.count == 64)
    }

    @Test func `parts are written under their names, and nothing is overwritten unasked`() throws {
        try withFolder { folder in
            let first = run("extract", plain, "-o", folder)
            #expect(first.status == .fine)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["image.png", "manifest.json", "reqtype.txt", "userhash.txt"])
            let text = try String(contentsOfFile: "\(folder)/reqtype.txt", encoding: .utf8)
            #expect(text == "fileupload")
            let again = run("extract", plain, "-o", folder)
            #expect(again.status == .unreadable)
            #expect(again.diagnostics.contains("exists; --force replaces it"))
            #expect(run("extract", plain, "-o", folder, "--force").status == .fine)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
        }
    }

    @Test func `of a part with a hole all that was captured is written, and no digest is known`() throws {
        let gap = Checkout.path("Captures/mangled/gap.pcap")
        try withFolder { folder in
            let run = run("extract", gap, "-o", folder)
            #expect(run.status == .findings)
            #expect(
                run.diagnostics.contains("lacks 1,448 bytes, which the capture does not hold"),
                "\(run.diagnostics)"
            )
            let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/mid.bin")[.size] as? Int
            #expect(size == 300_000 - 1_448)
            #expect(run.output.contains("mid.bin  298,552 bytes"), "\(run.output)")
        }
        let report = self.run("check", gap, "--format", "json", "--digests").output
        #expect(report.components(separatedBy: "\"sha256\": null").count == 2)
    }

    @Test func `requests are compared, and differences that are not cosmetic are exit code 1`() {
        let other = Checkout.path("Captures/requests/plain.pcap")
        #expect(run("diff", plain, plain).status == .fine)
        let cosmetic = run("diff", plain + "#1", other)
        #expect(cosmetic.status == .fine)
        #expect(cosmetic.output.contains("head: user-agent, accept-encoding, connection"))
        #expect(run("diff", plain, faulty).status == .findings)
    }

    @Test func `a bare body is judged under its Content-Type`() throws {
        try withFolder { folder in
            let path = "\(folder)/body#1"
            let delimiter = "--q7Xw2LkP0sVtR9mZ"
            let part = "Content-Disposition: form-data; name=\"a\"\r\n\r\n1"
            let body = "\(delimiter)\r\n\(part)\r\n\(delimiter)--\r\n"
            try Data(body.utf8).write(to: URL(fileURLWithPath: path))
            let run = run("check", "--content-type", "multipart/form-data; boundary=q7Xw2LkP0sVtR9mZ", path)
            #expect(run.status == .fine)
            #expect(run.output == "\(path): 1 upload with 1 part (89 bytes) conforms: nothing to report\n")
        }
    }

    @Test func `an unknown rule is answered with the nearest one`() {
        #expect(run("explain", "missing-close").diagnostics.contains("did you mean delimiter/missing-close?"))
        #expect(
            run("explain", "delimiter/mising-close").diagnostics.contains(
                "did you mean delimiter/missing-close?"
            )
        )
    }

    @Test(arguments: [
        ("text.txt", Array("hello\n".utf8), "is not in a known capture format"),
        ("empty.pcap", [], "is empty"),
        (
            "wide.http", Array("POST / HTTP/1.1\r\n".utf8).reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] },
            "is text in UTF-16"
        ),
        (
            "marked.http", [0xEF, 0xBB, 0xBF] + Array("POST / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            "begins with a UTF-8 byte order mark"
        ),
        (
            "arcnet.pcap",
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0x93, 0, 0, 0]
                + [1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4],
            "link type 147 (USER0, private use) is not read"
        ),
    ])
    func `what cannot be read is one clear line and exit code 3`(
        name: String,
        bytes: [UInt8],
        reason: String
    ) throws {
        try withFolder { folder in
            let path = "\(folder)/\(name)"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let run = run("check", path)
            #expect(run.status == .unreadable)
            #expect(run.diagnostics.hasPrefix("partwise: \(path): \(reason)"))
            #expect(run.diagnostics.filter { $0 == "\n" }.count == 1)
        }
    }

    @Test func `a directory without captures is one clear line and exit code 3`() throws {
        try withFolder { folder in
            let run = run("check", folder, plain)
            #expect(run.status == .unreadable)
            #expect(run.diagnostics == "partwise: \(folder): is a directory without captures\n")
            #expect(run.output.contains("conforms"))
        }
    }
}
