import Foundation
import TestSupport
import Testing

/// Captured requests that are sent again, to a sink that records them.
struct ReplayCommandTests {
    @Test func `credentials stay behind with another server, unless they are to go along`() throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let head =
            "POST http://api.example/a?b HTTP/1.1\r\nHost: api.example\r\nCookie: secret=1\r\n"
            + "Authorization: Bearer x\r\nProxy-Connection: keep-alive\r\nContent-Length: 2\r\n\r\nok"
        let path = try folder.write(Array(head.utf8), to: "a.http")
        let run = try LiveRun(["replay", path, "--to", sink.url("/c")])
        let note = "Cookie and Authorization stay behind: --keep-credentials sends them\n"
        #expect(run.diagnostics.contains(note), "\(run.diagnostics)")
        #expect(run.diagnostics.components(separatedBy: "the target is ").count == 2)
        #expect(run.diagnostics.contains("the target is /c\n"))
        #expect(run.diagnostics.contains("Proxy-Connection is left out: it is for a proxy\n"))
        let whole = try LiveRun(["replay", path, "--to", sink.url(), "--keep-credentials"])
        #expect(!whole.diagnostics.contains("behind"))
        _ = sink.stop()
        let sent = try Replayed.streams(received).map { String(decoding: $0, as: UTF8.self) }
        let host = "Host: 127.0.0.1:\(sink.port)\r\n"
        #expect(
            sent == [
                "POST /c HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nok",
                "POST /a?b HTTP/1.1\r\n\(host)Cookie: secret=1\r\nAuthorization: Bearer x\r\n"
                    + "Content-Length: 2\r\n\r\nok",
            ]
        )
    }

    @Test func `the report says what was changed, in each of the requests`() throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let host = "Host is 127.0.0.1:\(sink.port)"
        let head = "POST /a HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\nContent-Length: 2\r\n\r\nok"
        let path = try folder.write(Array(head.utf8), to: "a.http")
        #expect(
            try changes([path, "--to", sink.url("/b"), "--times", "2"])
                == ["original: \(host)", "original: the target is /b", "original: Cookie stays behind"]
        )
        let frames = Checkout.path("Captures/h2/curl-prior-knowledge.pcapng")
        #expect(
            try changes([frames, "--to", sink.url()])
                == ["original: HTTP/2 is written as HTTP/1.1, without its frames", "original: \(host)"]
        )
        #expect(
            try changes([frames, "--to", sink.url(), "--fix"])
                == ["fixed: \(host)", "fixed: wrote the head as HTTP/1.1"]
        )
        let lines = try Replayed.capture("faulty/lf-only.pcap").path
        let both = try changes([lines, "--to", sink.url(), "--both"])
        #expect(both.prefix(2) == ["original: \(host)", "fixed: \(host)"])
        #expect(both.dropFirst(2).contains { $0.hasPrefix("fixed: LF replaced by CRLF in 14 places") })
        // To the server that got it, nothing is changed.
        let recording = "\(folder.path)/received.pcapng"
        let recorder = try SinkProcess(["-o", recording])
        #expect(try LiveRun(["replay", path, "--to", recorder.url()]).status == 0)
        #expect(try changes(["\(recording)#1"]) == [])
        _ = recorder.stop()
        _ = sink.stop()
    }

    @Test func `requests with the same bytes are compared as such`() throws {
        let folder = try TemporaryFolder()
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        let head =
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n"
        let path = try folder.write(Array((head + body).utf8), to: "unframed.http")
        // Each answer has a number of its own.
        let sink = try SinkProcess()
        let run = try LiveRun(["replay", path, "--to", sink.url(), "--both", "--format", "json"])
        _ = sink.stop()
        let verdict = try #require(try Replayed.json(run.output)["verdict"] as? [String: Any])
        #expect(verdict["kind"] as? String == "nothing-to-fix")
        #expect(run.diagnostics.contains("both requests are sent with the same bytes"))
    }

    private func changes(_ arguments: [String]) throws -> [String] {
        let run = try LiveRun(["replay", "--format", "json"] + arguments)
        let list = try Replayed.json(run.output)["changes"] as? [[String: String]]
        return try #require(list, "\(run.diagnostics)").map {
            "\($0["sent"] ?? ""): \($0["change"] ?? "")"
        }
    }

    @Test(
        arguments: [
            ("mangled/gap.pcap", "the capture lacks 1,448 bytes of the request from byte 148,644 of it on"),
            ("har/chromium-form-plain.har#2", "(the log does not hold them)"),
            ("tls/connect-proxy.pcap#1", "asks a proxy for a tunnel"),
            ("curl/plain.pcap#7", "has no exchange 7"),
        ]
    )
    func `what the capture does not hold is not sent`(name: String, text: String) throws {
        let path = Checkout.path("Captures/\(name)")
        let run = try LiveRun(["replay", path, "--to", "http://127.0.0.1:1", "--both"])
        #expect(run.status == (text.hasPrefix("has no") ? 3 : 1))
        #expect(run.diagnostics.contains(text), "\(run.diagnostics)")
        #expect(!run.diagnostics.contains("sending"))
    }

    @Test func `a log's text that breaks off at an unknown length is not sent`() throws {
        let log =
            #"{"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"request":{"method":"POST","url":"http://h/u","#
            + #""httpVersion":"HTTP/1.1","headers":[],"bodySize":-1,"postData":{"mimeType":"multipart/form-data; "#
            + #"boundary=B","text":"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nval"}}}]}}"#
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(log.utf8), to: "cut.har")
        let run = try LiveRun(["replay", path, "--to", "http://127.0.0.1:1"])
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("the log holds 52 bytes of its body, and not the end of the form"))
    }

    @Test func `a repair that refuses is a refusal`() throws {
        for option in ["--fix", "--both"] {
            let path = Checkout.path("Captures/faulty/boundary-in-content.pcap")
            let run = try LiveRun(["replay", path, "--to", "http://127.0.0.1:1", option])
            #expect(run.status == 1)
            #expect(run.diagnostics.contains("--boundary-is-data takes that line for data: nothing is sent"))
        }
    }

    @Test(
        arguments: [
            (["--to", "http://127.0.0.1:1"], Int32(3), "cannot be connected to: connection refused"),
            (["--to", "ftp://h"], 2, "must begin with http"), (["--times", "0"], 2, "--times takes"),
            (["--fix", "--both"], 2, "exclude each other"), (["--fix", "--pace"], 2, "goes without --fix"),
            (["--both", "--times", "2"], 2, "exclude each other"),
            (["--timeout", "0"], 2, "--timeout takes"),
        ]
    )
    func `what cannot be done is said in one line`(options: [String], status: Int32, text: String) throws {
        let run = try LiveRun(["replay", try Replayed.capture("curl/plain.pcap").path] + options)
        #expect(run.status == status)
        #expect(run.diagnostics.contains(text), "\(run.diagnostics)")
    }

    // MARK: Answers

    @Test func `a fault of the client shows in two answers`() throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let path = try Replayed.capture("faulty/lf-only.pcap").path
        let run = try LiveRun(["replay", path, "--to", sink.url(), "--both", "--format", "json"])
        #expect(run.status == 1)
        let report = try Replayed.json(run.output)
        let verdict = try #require(report["verdict"] as? [String: Any])
        #expect(verdict["kind"] as? String == "client")
        #expect(verdict["rules"] as? [String] == ["line/bare-lf-everywhere"])
        let answers = try #require(report["answers"] as? [[String: Any]])
        #expect(answers.map { $0["sent"] as? String } == ["original", "fixed"])
        #expect(answers.map { $0["status"] as? Int } == [400, 200])
        let text = try LiveRun(["replay", path, "--to", sink.url(), "--both"])
        #expect(text.output.contains("400 Bad Request") && text.output.contains("│ 200 OK\n"))
        #expect(text.output.contains("the client's bytes are at fault"))
        let fixed = try LiveRun(["replay", path, "--to", sink.url(), "--fix"])
        #expect(fixed.status == 0 && fixed.diagnostics.contains("fixed: LF replaced by CRLF in 14 places"))
        _ = sink.stop()
        let repaired = "\(folder.path)/repaired.http"
        #expect(try LiveRun(["repair", path, "-o", repaired], of: "partwise").status == 0)
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: repaired)))
        let sent = try Replayed.streams(received)
        #expect(sent.count == 5)
        #expect(try sent[1] == Replayed.bytes(file, host: "127.0.0.1:\(sink.port)") && sent[1] == sent[4])
        #expect(sent[0] == sent[2] && sent[0] != sent[1])
    }

    @Test func `it is sent as often as it is asked for, and the answers are counted`() throws {
        let sink = try SinkProcess()
        let path = try Replayed.capture("curl/plain.pcap").path
        let run = try LiveRun(["replay", path, "--to", sink.url(), "--times", "5"])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("5 requests: 5 × 200; answered after "))
        #expect(run.diagnostics.components(separatedBy: ": 200 OK after ").count == 6)
        let text = try LiveRun(
            ["replay", path, "--to", sink.url("/close/10/x"), "--times", "2", "--format", "json"]
        )
        #expect(text.status == 3)
        let summary = try #require(try Replayed.json(text.output)["summary"] as? [String: Any])
        let statuses = try #require(summary["statuses"] as? [[String: Any]])
        #expect(statuses.first?["count"] as? Int == 2 && statuses.first?["status"] is NSNull)
        let many = try LiveRun(["replay", path, "--to", sink.url(), "--times", "2", "--format", "json"])
        for answer in try #require(try Replayed.json(many.output)["answers"] as? [[String: Any]]) {
            #expect(answer["status"] as? Int == 200 && answer["contentLength"] as? Int != 0)
            #expect(answer["fields"] is NSNull && answer["content"] is NSNull)
        }
        _ = sink.stop()
    }

    @Test func `a request that its client broke off is broken off again`() throws {
        let folder = try TemporaryFolder()
        let first = "\(folder.path)/first.pcapng"
        let sink = try SinkProcess(["-o", first])
        let client = try RawClient(port: sink.port)
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nonly this")
        client.finish()
        _ = client.receiveAll()
        let second = "\(folder.path)/second.pcapng"
        let run = try LiveRun(["replay", "\(first)#1", "--record", second, "--timeout", "20"])
        #expect(run.diagnostics.contains("after its last byte the stream is ended too"), "\(run.diagnostics)")
        #expect(!run.diagnostics.contains("too long"))
        _ = sink.stop()
        #expect(try Replayed.streams(second) == Array(Replayed.streams(first).prefix(1)))
    }

    @Test func `the capture is not overwritten by the recording`() throws {
        let folder = try TemporaryFolder()
        let bytes = try Replayed.capture("curl/plain.pcap").bytes()
        let path = try folder.write(bytes, to: "a.pcap")
        let options = ["--to", "http://127.0.0.1:1", "--record", "\(folder.path)/./a.pcap"]
        let run = try LiveRun(["replay", path] + options)
        #expect(
            run.status == 2 && run.diagnostics.contains("--record and the capture name one file"),
            "\(run.diagnostics)"
        )
        #expect(try Checkout.bytes(of: path) == bytes)
    }

    @Test(
        arguments: [
            ("Content-Length: 5\r\n\r\nok", "after 2 of 5 bytes of its content"),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", "after 2 bytes of its content"),
        ]
    )
    func `a response that breaks off is named once`(answer: String, text: String) throws {
        let server = try ScriptedServer { _, _ in .bytes("HTTP/1.1 200 OK\r\n\(answer)") }
        let line = [
            "replay", try Replayed.capture("faulty/lf-only.pcap").path, "--to",
            "http://127.0.0.1:\(server.port)",
        ]
        let run = try LiveRun(line)
        #expect(run.output == "ok\n")
        let pieces = run.diagnostics.components(separatedBy: "breaks off")
        #expect(pieces.count == 2 && pieces.last == " \(text)\n", "\(run.diagnostics)")
        #expect(run.diagnostics.contains("; the response breaks off"))
        let both = try LiveRun(line + ["--both"])
        #expect(both.output.contains(#/\nresponse +breaks off/#), "\(both.output)")
        let report = try Replayed.json(try LiveRun(line + ["--format", "json"]).output)
        let answers = try #require(report["answers"] as? [[String: Any]])
        #expect(answers.first?["shortfall"] as? String == "breaks off \(text)")
    }

    @Test func `a redirect is shown and not followed`() throws {
        let sink = try SinkProcess()
        let path = try Replayed.capture("curl/plain.pcap").path
        let run = try LiveRun(["replay", path, "--to", sink.url("/302/elsewhere")])
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("302 Found after "))
        #expect(run.diagnostics.contains(", redirects to /elsewhere: not followed\n"), "\(run.diagnostics)")
        #expect(sink.stop().output.contains("1 exchange,"))
    }

    @Test(arguments: [("/a", true), ("/no-100/a", true), ("/417/a", false)])
    func `the content waits for 100 Continue where the client did`(path: String, isSent: Bool) throws {
        let folder = try TemporaryFolder()
        let received = "\(folder.path)/received.pcapng"
        let sink = try SinkProcess(["-o", received])
        let head = "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
        let file = try folder.write(Array("\(head)ok".utf8), to: "a.http")
        let run = try LiveRun(["replay", file, "--to", sink.url(path)])
        #expect((run.status == 0) == isSent, "\(run.diagnostics)")
        _ = sink.stop()
        let sent = try #require(try Replayed.streams(received).first)
        #expect(sent.suffix(4) == Array((isSent ? "\r\nok" : "\r\n\r\n").utf8)[...].suffix(4))
    }

    @Test func `over TLS the certificate is looked at`() throws {
        let sink = try SinkProcess()
        let path = try Replayed.capture("curl/plain.pcap").path
        let secure = sink.url(scheme: "https")
        let doubting = try LiveRun(["replay", path, "--to", secure])
        #expect(doubting.status == 3 && doubting.diagnostics.contains("certificate"))
        #expect(try LiveRun(["replay", path, "--to", secure, "-k"]).status == 0)
        _ = sink.stop()
    }
}
