import Bytes
import Exchanges
import Forms
import Foundation
import Inspection
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// What other programs make of the files that are written: Wireshark's, Python's, and curl itself.
struct JudgeTests {
    private static let uploads = [
        "curl/plain.pcap", "curl/keepalive-two.pcap", "curl/ipv6.pcap", "chromium/form-tricky.pcap",
        "go/tricky.pcap",
        "tls/tls13-aes128-gcm.pcap", "h2/curl-prior-knowledge.pcapng", "httpx/chunked.pcap",
    ]

    @Test(.enabled(if: Judge.has("tshark"), "needs tshark"), arguments: uploads)
    func `Wireshark reads the packets, finds their checksums right, and the same bytes in their streams`(
        _ name: String
    ) throws {
        let capture = Checkout.path("Captures/\(name)")
        let packets = try Converted(capture, to: "pcapng")
        let messages = try Converted(capture, to: "http")
        let requests = try messages.requests()
        let streams = requests.indices.map { "-z follow,tcp,raw,\($0)" }.joined(separator: " ")
        // One run for all that is asked: a line for each packet, then the streams, the last one first.
        let told = try #require(
            try Judge.output(
                of:
                    "tshark -r '\(packets.path)' -o tcp.check_checksum:TRUE -o ip.check_checksum:TRUE -T fields "
                    + "-e tcp.checksum.status -e ip.checksum.status -e _ws.malformed -e http.request.method \(streams)",
                in: packets.folder.path
            )
        )
        let sections = told.split(separator: "\nFollow: ")
        let lines = sections[0].split(separator: "\n").filter { !$0.hasPrefix("=") }
        let columns = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(
            columns.allSatisfy { $0.count == 4 && $0[0] == "1" && ["1", ""].contains($0[1]) && $0[2] == "" }
        )
        #expect(columns.filter { $0.count == 4 && !$0[3].isEmpty }.count == requests.count)
        #expect(sections.count == requests.count + 1)
        for (stream, request) in requests.enumerated() {
            let section = sections.first { $0.contains("\nFilter: tcp.stream eq \(stream)\n") } ?? ""
            // What the server sends is indented.
            let sent = section.split(separator: "\n").filter { line in line.allSatisfy(\.isHexDigit) }
            let hex = try Checkout.bytes(of: request).map {
                String(UInt16($0) + 0x100, radix: 16).dropFirst()
            }
            #expect(sent.joined() == hex.joined())
        }
    }

    @Test(.enabled(if: Judge.has("python3"), "needs python3"))
    func `Python reads the archives, and finds the bodies that the server saw`() throws {
        let captures = CaptureFolder.captures.filter { Self.uploads.contains($0.name) }
        #expect(captures.count == Self.uploads.count)
        let archives = try captures.map { try Converted($0.path, to: "har") }
        let script = """
            import json, hashlib, base64, sys
            for path in sys.argv[1:]:
                for entry in json.load(open(path, encoding="utf-8"))["log"]["entries"]:
                    for name in ("startedDateTime", "time", "request", "response", "cache", "timings"): entry[name]
                    post = entry["request"].get("postData")
                    if post is None: continue
                    text = post["text"]
                    body = base64.b64decode(text) if post.get("encoding") == "base64" else text.encode()
                    print(path, hashlib.sha256(body).hexdigest())
            """
        let paths = archives.map { "'\($0.path)'" }.joined(separator: " ")
        let digests = try #require(
            try Judge.output(of: "python3 -c '\(script)' \(paths)", in: archives[0].folder.path)
        )
        for (capture, archive) in zip(captures, archives) {
            let found = digests.split(separator: "\n").map { $0.split(separator: " ") }
                .filter { $0[0] == archive.path }.map { String($0[1]) }
            #expect(try found == capture.truth().requests.map(\.bodySHA256), "\(capture.name)")
        }
    }

    @Test(
        .enabled(if: Judge.has("python3") && Judge.has("curl"), "needs python3 and curl"),
        arguments: [
            ("curl/plain.pcap", true), ("curl/tricky.pcapng", false), ("curl/keepalive-two.pcap", false),
            ("curl/nested-mixed.pcap", false), ("chromium/form-tricky.pcap", false),
            ("requests/plain.pcap", true),
            ("go/tricky.pcap", false), ("faulty/glued-close.pcap", false),
            ("faulty/wrong-boundary.pcap", false),
            ("httpx/chunked.pcap", true),
        ]
    )
    func `curl sends the upload again: the same names, types and contents`(_ name: String, _ builds: Bool)
        throws
    {
        let capture = Checkout.path("Captures/\(name)")
        let script = try Converted(capture, to: "curl")
        #expect(script.run.status == .fine, "\(script.run.diagnostics)")
        let text = String(decoding: try Checkout.bytes(of: script.path), as: UTF8.self)
        #expect(text.contains("--data-binary") == !builds, "\(text)")
        let folder = try TemporaryFolder()
        let receiver = try LoopbackReceiver(folder: folder.path)
        let config = try folder.write(
            Array("connect-to = \"::127.0.0.1:\(receiver.port)\"\n".utf8),
            to: "receiver"
        )
        let directed = "\(script.path).directed"
        let direct = "LC_ALL=C sed \"s|^curl -q |&--config '\(config)' |\" '\(script.path)' >'\(directed)'"
        #expect(try CommandRun.shell("\(direct) && sh '\(directed)' 2>'\(folder.path)/err'") == 0)
        let source = try ReadBack(capture)
        for (index, before) in source.exchanges.enumerated() {
            let received = "\(folder.path)/\(index + 1).http"
            let after = try #require(try ReadBack(received, as: .request).exchanges.first)
            #expect(after.form?.parts.map(Sent.init) == before.form?.parts.map(Sent.init))
            #expect(after.digests == before.digests)
            #expect(after.exchange.target == before.exchange.target)
            guard name.hasPrefix("curl/"), builds else { continue }
            let difference = CommandRun(["diff", "\(capture)#\(index + 1)", received])
            #expect(difference.status == .fine, "\(difference.output)")
        }
    }

    /// What of a part curl has to send again.
    private struct Sent: Hashable {
        var name: [UInt8]?
        var filename: [UInt8]?
        var type: [UInt8]?
        var length: Int

        init(_ part: BodyPart) {
            name = part.name.map(Array.init)
            filename = part.filename.map(Array.init)
            type = part.header.value(named: "content-type").map(Array.init)
            length = part.content.count
        }
    }

    @Test func `hostile names stay within their quotes`() throws {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"a'; touch /tmp/x; '$(id)`id`\"\r\n\r\n'; exit 7 #\r\n--b--\r\n"
        let request =
            "POST /$(id)';exit${IFS}8;' HTTP/1.1\r\nHost: h\r\nX-A: '\\''$(id)\r\n"
            + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(request.utf8), to: "in.http")
        let run = CommandRun(["convert", source, "-o", folder.path + "/out.sh"])
        #expect(run.status == .fine, "\(run.diagnostics)")
        // A function stands for curl, and prints its arguments.
        let line = "curl() { for a in \"$@\"; do printf '%s\\n' \"$a\"; done; }; . '\(folder.path)/out.sh'"
        let arguments = try #require(try Judge.output(of: line, in: folder.path)).split(separator: "\n").map(
            String.init
        )
        #expect(arguments.contains("http://h/$(id)';exit${IFS}8;'"))
        #expect(arguments.contains("X-A: '\\''$(id)"))
        #expect(arguments.contains("a'; touch /tmp/x; '$(id)`id`='; exit 7 #"))
    }
}
