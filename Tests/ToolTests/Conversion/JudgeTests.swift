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
        let folder = packets.folder.path
        let checks = try Judge.output(
            of: "tshark -r '\(packets.path)' -o tcp.check_checksum:TRUE -o ip.check_checksum:TRUE -T fields "
                + "-e tcp.checksum.status -e ip.checksum.status -e _ws.malformed | sort -u",
            in: folder
        )
        #expect(checks?.split(separator: "\n").allSatisfy { ["1\t1\t", "1\t\t"].contains($0) } == true)
        let messages = try Converted(capture, to: "http")
        let requests = try messages.requests()
        for (stream, request) in requests.enumerated() {
            let followed = try Judge.output(
                of: "tshark -r '\(packets.path)' -q -z follow,tcp,raw,\(stream) | grep -E '^[0-9a-f]+$'",
                in: folder
            )
            let hex = try Checkout.bytes(of: request).map {
                String(UInt16($0) + 0x100, radix: 16).dropFirst()
            }
            #expect(followed?.filter { $0 != "\n" } == hex.joined())
        }
        let found = try Judge.output(
            of: "tshark -r '\(packets.path)' -Y http.request -T fields -e http.request.method",
            in: folder
        )
        #expect(found?.split(separator: "\n").count == requests.count)
    }

    @Test(.enabled(if: Judge.has("python3"), "needs python3"), arguments: uploads)
    func `Python reads the archive, and finds the body that the server saw`(_ name: String) throws {
        let capture = try #require(CaptureFolder.captures.first { $0.name == name })
        let archive = try Converted(capture.path, to: "har")
        let script = """
            import json, hashlib, base64, sys
            for entry in json.load(open(sys.argv[1], encoding="utf-8"))["log"]["entries"]:
                for name in ("startedDateTime", "time", "request", "response", "cache", "timings"): entry[name]
                post = entry["request"].get("postData")
                if post is None: continue
                text = post["text"]
                body = base64.b64decode(text) if post.get("encoding") == "base64" else text.encode()
                print(hashlib.sha256(body).hexdigest())
            """
        let digests = try Judge.output(
            of: "python3 -c '\(script)' '\(archive.path)'",
            in: archive.folder.path
        )
        #expect(
            digests?.split(separator: "\n").map(String.init)
                == (try capture.truth().requests.map(\.bodySHA256))
        )
    }

    @Test(
        .enabled(if: Judge.has("python3") && Judge.has("curl"), "needs python3 and curl"),
        arguments: [
            ("curl/plain.pcap", true), ("curl/tricky.pcapng", true), ("curl/keepalive-two.pcap", true),
            ("curl/nested-mixed.pcap", false), ("chromium/form-tricky.pcap", true),
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
        _ = try folder.write(Array("connect-to = \"::127.0.0.1:\(receiver.port)\"\n".utf8), to: ".curlrc")
        #expect(
            try CommandRun.shell("CURL_HOME='\(folder.path)' sh '\(script.path)' 2>'\(folder.path)/err'") == 0
        )
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
