import Foundation
import Policy
import Reporting
import Shell
import TestSupport
import Testing

@testable import Tool

/// Inputs of which nothing is judged: that is never reported as if all were well.
struct UnjudgedTests {
    private static let headers =
        "[{\"name\": \"Content-Type\", \"value\": \"multipart/form-data; boundary=AaB03x\"}, "
        + "{\"name\": \"Content-Length\", \"value\": \"500\"}]"

    /// A HAR entry.
    private static func entry(_ method: String, _ url: String, _ members: String) -> String {
        "{\"startedDateTime\": \"2026-11-21T10:00:00Z\", \"time\": 1, \"request\": {\"method\": \"\(method)\", "
            + "\"url\": \"\(url)\", \"httpVersion\": \"HTTP/1.1\", \(members)}, "
            + "\"response\": {\"status\": 200, \"httpVersion\": \"HTTP/1.1\", \"headers\": [], \"content\": {}}}"
    }

    private static func archive(_ entries: String...) -> String {
        "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\", \"version\": \"1\"}, "
            + "\"entries\": [\(entries.joined(separator: ", "))]}}"
    }

    private static let gets = archive(
        entry("GET", "http://up.test/api/attachments/1", "\"headers\": []"),
        entry("GET", "http://up.test/api/attachments/2", "\"headers\": []")
    )
    private static let fieldsOnly = archive(
        entry(
            "POST",
            "http://up.test/upload",
            "\"headers\": \(headers), \"postData\": {\"mimeType\": \"multipart/form-data\", "
                + "\"params\": [{\"name\": \"a\", \"value\": \"1\"}]}"
        )
    )
    private static let charles =
        "[{\"status\": \"COMPLETE\", \"method\": \"POST\", \"protocolVersion\": \"HTTP/1.1\", \"scheme\": \"http\", "
        + "\"host\": \"up.test\", \"port\": 80, \"path\": \"/upload\", \"request\": {\"sizes\": {\"headers\": 100, "
        + "\"body\": 500}, \"header\": {\"firstLine\": \"POST /upload HTTP/1.1\", \"headers\": \(headers)}}}]"

    private func run(_ text: String, _ name: String, _ options: [String] = []) throws -> CommandRun {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: name)
        return try CommandRun(checking: [path], options)
    }

    @Test(arguments: [
        (
            charles, "s.chlsj",
            "Charles leaves the bodies of forms out of its JSON export; in Charles save the session as .chls"
        ),
        (
            fieldsOnly, "s.har",
            "the HAR has no body text (postData.text), at most the values of the fields (postData.params)"
        ),
    ])
    func `the last line says how many uploads were not judged, why, and what to do`(
        text: String,
        name: String,
        reason: String
    ) throws {
        let run = try run(text, name)
        let last = run.output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(last.hasPrefix("1 upload could not be judged: \(reason)"))
        #expect(run.output.contains("nothing was judged (1 exchange)"))
        #expect(run.status == .fine)
    }

    @Test func `a selection that matches nothing is named, with the pattern that may be meant`() throws {
        let url = try run(Self.gets, "g.har", ["--url", "attachments"]).output
        #expect(url.hasSuffix(": 0 of 2 exchanges match --url 'attachments' (a glob: try '*attachments*')\n"))
        let several = try run(Self.gets, "g.har", ["--url", "*attach*", "--method", "post", "--forms"]).output
        #expect(
            several.hasSuffix(": 0 of 2 exchanges match --url '*attach*' and --method post and --forms\n")
        )
        let matching = try run(Self.gets, "g.har", ["--url", "*attachments*"]).output
        #expect(matching.hasSuffix(": no upload among 2 exchanges: nothing was judged\n"))
    }

    @Test func `a filter that leaves no packet is named`() {
        let run = CommandRun(["check", Checkout.path("Captures/curl/plain.pcap"), "--filter", "port 1"])
        #expect(
            run.output.contains(
                ": no HTTP exchange in packets that match --filter 'port 1': nothing was judged (12 packets)"
            )
        )
    }

    @Test(arguments: ["show", "extract", "diff"])
    func `commands on one upload name a selection that matches nothing`(command: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(Self.gets.utf8), to: "g.har")
        let paths = command == "diff" ? [path, path] : [path]
        let options = command == "extract" ? ["-o", folder.path + "/parts"] : []
        let run = CommandRun([command] + paths + options + ["--url", "attach"])
        #expect(run.status == .usage)
        #expect(
            run.diagnostics.hasSuffix(": 0 of 2 exchanges match --url 'attach' (a glob: try '*attach*')\n")
        )
    }

    @Test func `a capture without keys says which option takes them`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.pcap"
        try FileManager.default.copyItem(
            atPath: Checkout.path("Captures/tls/tls13-aes128-gcm.pcap"),
            toPath: path
        )
        let run = try CommandRun(checking: [path], ["--require-uploads"])
        #expect(run.output.contains("no HTTP exchange: nothing was judged"))
        #expect(
            run.output.contains(
                "1 connection is encrypted (TLS) and could not be judged: give the keys with --keys"
            )
        )
        #expect(run.status == .findings)
    }

    private static func packets(_ messages: [(isFromClient: Bool, bytes: [UInt8])], _ options: [String] = [])
        throws
        -> CommandRun
    {
        let folder = try TemporaryFolder()
        let path = try folder.write(WrittenCapture.bytes(messages), to: "c.pcap")
        return try CommandRun(checking: [path], options)
    }

    @Test func `a capture without HTTP says what it has instead`() throws {
        let messages = [(false, Array("SSH-2.0-x\r\n".utf8)), (true, Array("SSH-2.0-y\r\n".utf8))]
        let text = try Self.packets(messages).output
        #expect(
            text.hasSuffix(
                ": no HTTP exchange: nothing was judged (6 packets, 1 connection)\n"
                    + "the capture has 6 packets of TCP on port 8080\n1 connection is not HTTP\n"
            )
        )
        let json = try JSONDocument(parsing: Self.packets(messages, ["--format", "json"]).output)
        let kind = try #require(json["summary"]?["packetKinds"]?.elements.first)
        #expect(kind["kind"]?.text == "tcp")
        #expect(kind["name"]?.text == "TCP on port 8080")
        #expect(kind["packets"]?.integer == 6)
    }

    @Test func `a response without its request is named`() throws {
        let messages = [(false, Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))]
        let text = try Self.packets(messages).output
        #expect(
            text.hasSuffix(
                "\n1 response has no request in the capture: record both directions, from before the request is sent\n"
            )
        )
        let json = try JSONDocument(parsing: Self.packets(messages, ["--format", "json"]).output)
        #expect(json["summary"]?["orphanedResponses"]?.integer == 1)
    }

    @Test func `packets that were made of a log without bodies are not called cut`() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(Array(Self.fieldsOnly.utf8), to: "s.har")
        let path = folder.path + "/s.pcapng"
        #expect(CommandRun(["convert", log, "-o", path]).status == .fine)
        let output = try CommandRun(checking: [path], ["--threshold", "note"]).output
        #expect(output.contains("1 upload could not be judged: no packet has a byte of the body"))
        #expect(!output.contains("tcpdump") && !output.contains("the capture lost"))
    }

    @Test func `packets that are cut before the body are called so`() throws {
        let head =
            "POST /u HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\nContent-Length: 9\r\n\r\n"
        var packets = WrittenCapture.bytes([(true, Array("\(head)123456789".utf8))], closes: false)
        packets.removeLast(9)
        // The lowest byte of the captured length, before the original one, in front of the headers of IP and TCP.
        packets[packets.count - head.utf8.count - 40 - 8] -= 9
        let folder = try TemporaryFolder()
        let output = try CommandRun(checking: [try folder.write(packets, to: "c.pcap")]).output
        #expect(
            output.contains(
                "1 upload could not be judged: the packets were cut before the body; capture whole packets (tcpdump -s 0)"
            )
        )
    }

    @Test func `bodies of other types are named`() throws {
        func request(_ type: String) -> (Bool, [UInt8]) {
            (true, Array("POST /u HTTP/1.1\r\nHost: h\r\n\(type)Content-Length: 2\r\n\r\n{}".utf8))
        }
        let one = try Self.packets([request("Content-Type: application/json; charset=utf-8\r\n")]).output
        #expect(one.hasSuffix("\n1 request has a body that is not a form: application/json\n"))
        let several = try Self.packets(
            [
                request("Content-Type: a/1\r\n"), request("Content-Type: A/1\r\n"),
                request("Content-Type: b/2\r\n"),
                request("Content-Type: c/3\r\n"), request("Content-Type: d/4\r\n"), request(""),
            ]
        )
        .output
        #expect(
            several.hasSuffix(
                "\n6 requests have bodies that are not forms: 2 a/1, 1 without a Content-Type, 1 b/2, 2 of other types\n"
            )
        )
    }

    @Test func `a link type that is not read is named with its number`() throws {
        let folder = try TemporaryFolder()
        var bytes = WrittenCapture.bytes([(true, [0x41])])
        bytes[20] = 253
        let run = try CommandRun(checking: [try folder.write(bytes, to: "c.pcap")])
        #expect(
            run.diagnostics.contains(
                "link type 253 (NETLINK, Linux netlink) is not read: its packets, from packet 1 on"
            )
        )
        #expect(run.status == .unreadable)
    }

    @Test func `an empty log is not well either`() throws {
        let run = try run(Self.archive(), "e.har")
        #expect(run.output.hasSuffix("the capture is empty: record while the upload is sent\n"))
    }

    @Test func `a demand for uploads fails where none was judged, by flag or by configuration`() throws {
        let judged = Checkout.path("Captures/curl/plain.pcap")
        #expect(try CommandRun(checking: [judged], ["--require-uploads"]).status == .fine)
        let failed = try run(Self.charles, "s.chlsj", ["--require-uploads"])
        #expect(failed.status == .findings)
        #expect(failed.diagnostics == "partwise: no upload was judged, and --require-uploads demands one\n")
        let folder = try TemporaryFolder()
        let config = try folder.write(Array("require-uploads: true\n".utf8), to: "c.yml")
        #expect(try run(Self.gets, "g.har", ["--config", config]).status == .findings)
        #expect(try run(Self.gets, "g.har", ["--config", config, "--no-require-uploads"]).status == .fine)
    }

    @Test(arguments: ["json", "ndjson", "sarif", "junit", "html"])
    func `a report without a closing line has the reasons on standard error`(format: String) throws {
        let run = try run(Self.charles, "s.chlsj", ["--format", format])
        #expect(run.diagnostics.contains("partwise: nothing was judged (1 exchange)\n"))
        #expect(run.diagnostics.contains("partwise: 1 upload could not be judged: Charles leaves"))
    }

    @Test func `SARIF has the exit code of a demand for uploads, and the reasons`() throws {
        let text = try run(Self.charles, "s.chlsj", ["--format", "sarif", "--require-uploads"]).output
        #expect(text.contains("\"exitCode\": 1"))
        #expect(text.contains("\"id\": \"uploads-not-judged\""))
        #expect(text.contains("1 upload could not be judged: Charles leaves"))
    }

    @Test func `the summary counts them by reason and format`() throws {
        let document = try JSONSerialization.jsonObject(
            with: Data(try run(Self.charles, "s.chlsj", ["--format", "json"]).output.utf8)
        )
        let summary = (document as? [String: Any])?["summary"] as? [String: Any]
        let unjudged = try #require((summary?["unjudged"] as? [[String: Any]])?.first)
        #expect(unjudged["reason"] as? String == "body-absent")
        #expect(unjudged["format"] as? String == "charles-json")
        #expect(unjudged["uploads"] as? Int == 1)
    }

    @Test(arguments: [(20_000, true), (20_001, false)])
    func `of a form with very many parts it is not said that all conform`(_ count: Int, _ isWhole: Bool)
        throws
    {
        let part = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let body = String(repeating: part, count: count) + "--AaB03x--\r\n"
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let sent = Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        let run = CommandRun(["check", try folder.write(sent, to: "many.http")])
        #expect(run.output.contains("conforms:") == isWhole, "\(run.output)")
        #expect(
            run.output.contains("1 upload has more than 20,000 parts: those after them were not judged")
                == !isWhole
        )
    }
}
