import Foundation
import TestSupport
import Testing

/// What is on the wire when a captured request is sent again.
struct ReplayBytesTests {
    private static let captures = [
        "curl/ipv6.pcap", "requests/plain.pcap", "httpx/chunked.pcap", "swift-urlsession/stream.pcap",
        "node-fetch/stream.pcap", "faulty/cl-short.pcapng", "faulty/lf-only.pcap",
        "faulty/chunked-and-cl.pcap", "faulty/tiny-segments.pcap",
    ]

    @Test func `the bytes are those of the capture, on both sides`() throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        var expected: [[UInt8]] = []
        for name in Self.captures {
            let capture = try Replayed.capture(name)
            let recorded = "\(folder.path)/sent.pcapng"
            let run = try LiveRun(["replay", capture.path, "--to", sink.url(), "--record", recorded])
            #expect(
                run.diagnostics.contains("Host is 127.0.0.1:\(sink.port)\n"),
                "\(name): \(run.diagnostics)"
            )
            let sent = try #require(try Replayed.streams(capture.path).first)
            expected.append(try Replayed.bytes(sent, host: "127.0.0.1:\(sink.port)"))
            #expect(try Replayed.streams(recorded) == [expected[expected.count - 1]], "\(name)")
        }
        _ = sink.stop()
        #expect(try Replayed.streams(received) == expected)
    }

    @Test func `to the server that got it, not a byte is changed`() throws {
        let folder = try TemporaryFolder()
        let first = "\(folder.path)/first.pcapng"
        let sink = try SinkProcess(["-o", first])
        let file = try folder.write(Array("content".utf8), to: "a.txt")
        let fields = ["-H", "Cookie: a=1", "-H", "Authorization: Basic eDp5", "--chunked"]
        #expect(try LiveRun(["send", sink.url("/up?x=1"), "-F", "f=@\(file)"] + fields).status == 0)
        // The recording is read while the sink adds to it.
        let second = "\(folder.path)/second.pcapng"
        let run = try LiveRun(["replay", first, "--record", second])
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(!run.diagnostics.contains("behind") && !run.diagnostics.contains("Host is"))
        _ = sink.stop()
        let all = try Replayed.streams(first)
        #expect(all.count == 2 && all[0] == all[1])
        #expect(try Replayed.streams(second) == [all[0]])
    }

    @Test(arguments: ["h2/curl-prior-knowledge.pcapng", "mitmproxy/charset.mitm", "curl-trace/plain.txt"])
    func `HTTP/2 and logs are written as HTTP/1.1, which is said`(name: String) throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let capture = try Replayed.capture(name)
        let run = try LiveRun(["replay", "\(capture.path)#1", "--to", sink.url()])
        #expect(run.status == 0, "\(run.diagnostics)")
        let said = [
            "h2": "HTTP/2 is written as HTTP/1.1", "mitmproxy": "heads that a recorder wrote anew",
            "curl-trace": "as captured",
        ]
        #expect(run.diagnostics.contains(said[String(name.prefix { $0 != "/" })] ?? ""), "\(run.diagnostics)")
        _ = sink.stop()
        try expectSameForm(received, "\(capture.path)")
    }

    @Test(
        arguments: [
            "POST /a  HTTP/1.1\r\nhost:h\r\nX : 1\r\nContent-Length:2\r\n\r\nok",
            "POST /a HTTP/1.1\r\nHost:h\nTransfer-Encoding: chunked\r\n\r\n02;x=y\r\nok\r\n0\r\nT: 1\r\n\r\n",
            "GET /a?b HTTP/1.0\r\nHost:h\r\n\r\n",
        ]
    )
    func `a raw request is sent as it stands in its file`(text: String) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let path = try folder.write(Array(text.utf8), to: "a.http")
        let sent = "\(folder.path)/sent.pcapng"
        let run = try LiveRun(["replay", path, "--to", sink.url(), "--record", sent])
        #expect(run.diagnostics.contains("Host is "), "\(run.diagnostics)")
        _ = sink.stop()
        let expected = text.replacing("ost:h", with: "ost:127.0.0.1:\(sink.port)")
        #expect(try Replayed.streams(sent).map { String(decoding: $0, as: UTF8.self) } == [expected])
    }

    @Test func `a HAR and a session of Charles are sent with the bodies that they hold`() throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let source = try Replayed.capture("curl/plain.pcap")
        let har = "\(folder.path)/a.har"
        #expect(try LiveRun(["convert", source.path, "-o", har], of: "partwise").status == 0)
        let stream = try #require(try Replayed.streams(source.path).first)
        let end = try #require(Data(stream).range(of: Data("\r\n\r\n".utf8))?.upperBound)
        let head = String(decoding: stream[..<end], as: UTF8.self).split(separator: "\r\n")
        let fields = head.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return ["name": "\(line[..<colon])", "value": "\(line[colon...].dropFirst(2))"]
        }
        let transaction: [String: Any] = [
            "status": "COMPLETE", "method": "POST", "protocolVersion": "HTTP/1.1", "scheme": "http",
            "host": "127.0.0.1", "port": 18080, "actualPort": 18080, "path": "/upload",
            "request": [
                "sizes": ["headers": end, "body": stream.count - end],
                "header": ["firstLine": "\(head[0])", "headers": fields],
                "body": ["encoding": "base64", "text": Data(stream[end...]).base64EncodedString()],
            ],
        ]
        let session = try folder.write(
            Array(JSONSerialization.data(withJSONObject: [transaction], options: .sortedKeys)),
            to: "a.chlsj"
        )
        for log in [har, session] {
            let run = try LiveRun(["replay", "\(log)#1", "--to", sink.url()])
            #expect(run.status == 0, "\(run.diagnostics)")
            #expect(run.diagnostics.contains("the source holds"), "\(run.diagnostics)")
        }
        _ = sink.stop()
        for sent in try Replayed.streams(received) {
            #expect(sent.suffix(stream.count - end) == stream[end...])
        }
        #expect(try Replayed.streams(received).count == 2)
    }

    private func expectSameForm(_ first: String, _ second: String) throws {
        let forms = try [first, second].map { path in
            let run = try LiveRun(["check", "\(path)#1", "--format", "json", "--digests"], of: "partwise")
            let exchange = try #require(
                (try Replayed.json(run.output)["exchanges"] as? [[String: Any]])?.first
            )
            return NSDictionary(dictionary: try #require(exchange["form"] as? [String: Any]))
        }
        #expect(forms[0] == forms[1])
    }

    @Test func `through a proxy it goes with a whole URL, or in a tunnel`() throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let proxy = try SinkProcess(["--passthrough", "127.0.0.1"], command: "proxy")
        let path = try Replayed.capture("requests/plain.pcap").path
        let through = ["--proxy", "127.0.0.1:\(proxy.port)", "-k"]
        for scheme in ["http", "https"] {
            let run = try LiveRun(["replay", path, "--to", sink.url(scheme: scheme)] + through)
            #expect(run.status == 0, "\(run.diagnostics)")
            let said = run.diagnostics.contains("the target is \(sink.url("/upload"))\n")
            #expect(said == (scheme == "http"))
        }
        _ = proxy.stop()
        _ = sink.stop()
        let sent = try #require(try Replayed.streams(path).first)
        let expected = try Replayed.bytes(sent, host: "127.0.0.1:\(sink.port)")
        #expect(try Replayed.streams(received) == [expected, expected])
    }

    @Test func `what a proxy got goes there again, and the server itself is named`() throws {
        let folder = try TemporaryFolder()
        let recording = "\(folder.path)/proxy.pcapng"
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let proxy = try SinkProcess(["-o", recording], command: "proxy")
        let through = ["--proxy", "127.0.0.1:\(proxy.port)"]
        #expect(try LiveRun(["send", sink.url("/up"), "-F", "a=1"] + through).status == 0)
        _ = proxy.stop()
        let refused = try LiveRun(["replay", recording])
        #expect(refused.status == 3)
        #expect(refused.diagnostics.contains("--to \(sink.url()) names the server itself"))
        let run = try LiveRun(["replay", recording, "--to", sink.url(), "--both"])
        #expect(run.status == 0 && !run.diagnostics.contains("names the server itself"))
        #expect(run.diagnostics.components(separatedBy: "the target is /up\n").count == 2)
        #expect(sink.stop().output.components(separatedBy: "POST  ").count == 4)
        let sent = try Replayed.streams(received)
        #expect(sent.count == 3 && sent.allSatisfy { $0 == sent[0] && $0.starts(with: "POST /up ".utf8) })
    }
}
