import Foundation
import TestSupport
import Testing

/// What the proxy says of exchanges that go wrong, and of those that it answers itself.
struct ProxyRemarkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var recording: String { "\(folder.path)/proxy.pcapng" }

    private func proxy(_ options: [String] = []) throws -> SinkProcess {
        try SinkProcess(["--ca-folder", "\(folder.path)/ca", "-o", recording] + options, command: "proxy")
    }

    private func upload(to port: Int, length: Int = 3) -> String {
        "POST http://127.0.0.1:\(port)/up HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\nabc"
    }

    @Test(arguments: [
        ("SSH-2.0-x\r\n", " has no response: the server sent bytes that are not HTTP"),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
            ": the response breaks off after 3 of 100 bytes of its body: the server closed the connection"
        ),
    ])
    func `what a server leaves out of its answer is said`(answer: String, remark: String) throws {
        let server = try ScriptedServer { _, _ in .bytes(answer) }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send(upload(to: server.port))
        #expect(client.receiveAll() == answer)
        let said = proxy.stop()
        #expect(said.diagnostics.contains("request 1\(remark)\n"), "\(said.diagnostics)")
    }

    @Test(arguments: [["--block"], ["--auth", "a:b"], []])
    func `what comes after an answer of its own is not called the client's doing`(options: [String]) throws {
        let rules = try folder.write(Array("/up^\n".utf8), to: "rules.txt")
        let closed = ClosedPort()
        let proxy = try proxy(options == ["--block"] ? options + [rules] : options)
        let client = try RawClient(port: proxy.port)
        let url = "http://127.0.0.1:\(closed.number)/up"
        client.send(String(repeating: "GET \(url) HTTP/1.1\r\nHost: h\r\n\r\n", count: 3))
        client.send(upload(to: 1, length: 100))
        #expect(client.receiveAll().components(separatedBy: "HTTP/1.1 ").count == 2)
        client.finish()
        let said = proxy.stop().diagnostics
        let closing = "the proxy closed the connection after an answer of its own\n"
        for number in 2...3 {
            #expect(said.contains("request \(number) has no response: \(closing)"), "\(said)")
        }
        #expect(!said.contains("the client closed"), "\(said)")
    }

    @Test(arguments: ["garbage\r\n\r\n", "GET\u{0}/ HTTP/1.1\r\n\r\n", "GET /x FTP/1.1\r\nHost: h\r\n\r\n"])
    func `what is no request is answered at once after one that is`(_ text: String) throws {
        let server = try SpeakingServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        // A line break may follow a body (RFC 9112 §2.2).
        for _ in 0..<2 {
            client.send(upload(to: server.port) + "\r\n")
            #expect(client.receive(until: "ok").hasPrefix("HTTP/1.1 200 "))
        }
        client.send(text)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 400 "))
        _ = proxy.stop()
    }

    @Test func `a head of a response that is longer than is read is named`() throws {
        let head = "HTTP/1.1 200 OK\r\nA: \(String(repeating: "b", count: 300_000))\r\n"
        let server = try ScriptedServer { _, _ in .bytes("\(head)Content-Length: 2\r\n\r\nok") }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send(upload(to: server.port))
        #expect(client.receiveAll().hasSuffix("\r\n\r\nok"))
        client.finish()
        let said = proxy.stop().diagnostics
        #expect(said.contains("request 1: the head of the response is longer than is read\n"), "\(said)")
        #expect(!said.contains("breaks off"))
    }

    @Test func `a request that does not wait for the tunnel is refused, and the hello of TLS is not`() throws
    {
        let sink = try SinkProcess()
        let proxy = try proxy()
        let connect = "CONNECT 127.0.0.1:\(sink.port) HTTP/1.1\r\nHost: h\r\n\r\n"
        for rest in ["GET /early HTTP/1.1\r\nHost: h\r\n\r\n", "POST /early HTTP/1.1\r\nHo"] {
            let client = try RawClient(port: proxy.port)
            client.send(connect + rest)
            let answer = client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("before the tunnel"), "\(answer)")
        }
        for rest in ["\u{16}\u{3}\u{1}\n", "SSH-2.0-x\r\n"] {
            let client = try RawClient(port: proxy.port)
            client.send(connect + rest)
            #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
        #expect(proxy.stop().output.contains("  CONNECT  127.0.0.1:\(sink.port)  400  "))
        #expect(!sink.stop().output.contains("/early"))
    }

    @Test func `of a client that leaves in the middle nothing is said to it, nor of the server`() throws {
        let server = try ScriptedServer { _, _ in .close }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send(upload(to: server.port, length: 100))
        client.finish()
        #expect(client.receiveAll().isEmpty)
        let said = proxy.stop()
        #expect(
            said.diagnostics.contains(
                "request 1 breaks off after 3 of 100 bytes of its body: the client closed"
            ),
            "\(said.diagnostics)"
        )
        #expect(!said.diagnostics.contains("gets 502"))
    }

    @Test func `a head that breaks off is not called too long`() throws {
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send("GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: x")
        client.finish()
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(answer.contains("the request ends before its head does"))
        _ = proxy.stop()
    }

    @Test func `a proxy behind this one that is down is named`() throws {
        let next = ClosedPort()
        let proxy = try proxy(["--upstream-proxy", "127.0.0.1:\(next.number)"])
        let client = try RawClient(port: proxy.port)
        client.send(upload(to: 1))
        let words = "127.0.0.1:1 through the proxy 127.0.0.1:\(next.number): connection refused"
        #expect(client.receiveAll().contains(words))
        #expect(proxy.stop().diagnostics.contains(words))
    }

    @Test(.enabled(if: LiveRun.has("curl")), arguments: ["1.2", "1.3"])
    func `a client that does not trust the authority is told how it can`(version: String) throws {
        let sink = try SinkProcess()
        let proxy = try proxy(["--insecure", "*"])
        let run = try LiveRun(
            shell: """
                curl -s -m 20 --tls-max \(version) -x 127.0.0.1:\(proxy.port) https://localhost:\(sink.port)/up
                """
        )
        #expect(run.status == 60)
        let said = proxy.stop()
        #expect(
            said.diagnostics.contains("does not trust the certificate: partwise proxy --ca install-hint"),
            "\(said.diagnostics)"
        )
        _ = sink.stop()
    }

    @Test(arguments: [false, true], [false, true])
    func `of a client that leaves the handshake it is said that it may not trust the authority`(
        resets: Bool,
        isTunnelled: Bool
    ) throws {
        let capture = try Checkout.bytes(of: Checkout.path("Captures/tls/tls13-aes128-gcm.pcap"))
        let start = try #require(capture.firstRange(of: [0x16, 3, 1])?.lowerBound)
        let hello = capture[start..<(start + 5 + Int(capture[start + 3]) << 8 + Int(capture[start + 4]))]
        let sink = try SinkProcess()
        let proxy = try proxy(["--insecure", "*"])
        var client: RawClient? = try RawClient(port: proxy.port)
        if isTunnelled {
            client?.send("CONNECT localhost:\(sink.port) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client?.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ") ?? false)
        }
        client?.send(Array(hello))
        #expect(client?.receive().isEmpty == false)
        if resets {
            client?.reset()
        } else {
            client?.finish()
            _ = client?.receiveAllBytes()
        }
        client = nil
        // Once this one is answered, that one was let go.
        let next = try RawClient(port: proxy.port)
        next.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(next.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        let words =
            "the client closed the connection in the middle of the handshake; it may not trust the certificate: "
            + "partwise proxy --ca install-hint says how it can"
        let said = proxy.stop()
        #expect(said.diagnostics.contains(words), "\(said.diagnostics)")
        _ = sink.stop()
    }

    @Test func `rules reach requests in a tunnel without TLS, and other protocols pass it`() throws {
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        let sink = try SinkProcess()
        let echo = try EchoServer()
        let proxy = try proxy(["--block", rules])
        func tunnel(to port: Int, _ bytes: String) throws -> RawClient {
            let client = try RawClient(port: proxy.port)
            client.send("CONNECT 127.0.0.1:\(port) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            client.send(bytes)
            return client
        }
        let passed = try tunnel(to: Int(sink.port), "GET /up HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(passed.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 "))
        let blocked = try tunnel(to: Int(sink.port), "GET /blocked HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(blocked.receiveAll().contains("Proxy-Status: partwise; error=http_request_denied"))
        for foreign in ["SSH-2.0-x\r\n", "\u{1}\u{2}"] {
            #expect(try tunnel(to: Int(echo.port), foreign).receive(until: foreign) == foreign)
        }
        let said = proxy.stop()
        #expect(said.output.contains("/blocked  200  blocked by /blocked^"), "\(said.output)")
        #expect(!sink.stop().output.contains("/blocked"))
        let report = try LiveRun(["check", recording, "--format", "json"], of: "partwise").output
        #expect(report.contains("\"comment\": \"blocked by /blocked^\""))
    }

    @Test func `HTTP/2 with the proxy itself is refused in HTTP/2`() throws {
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        for piece in ["PRI * HTTP", "/2.0\r\n\r\nSM\r\n\r\n"] { client.send(piece) }
        // SETTINGS, and GOAWAY with HTTP_1_1_REQUIRED.
        let answer = client.receiveAllBytes()
        #expect(answer.count == 26 && answer[3] == 4 && answer[12] == 7 && answer[25] == 13, "\(answer)")
        #expect(proxy.stop().diagnostics.contains("it is told to use HTTP/1.1"))
    }

    @Test(
        .enabled(if: LiveRun.has("curl")),
        arguments: ["--http2-prior-knowledge http", "--http2 -k https", "--http1.1 -k https"]
    )
    func `in the place of a server it speaks what the client does`(way: String) throws {
        let sink = try SinkProcess()
        let proxy = try proxy(["--reverse", "http://127.0.0.1:\(sink.port)"])
        let run = try LiveRun(
            shell: """
                curl -sS -m 20 \(way)://127.0.0.1:\(proxy.port)/up -F a=1 -o /dev/null -w '%{http_code} %{http_version}'
                """
        )
        #expect(run.output == (way.contains("1.1") ? "200 1.1" : "200 2"), "\(run.diagnostics)")
        let said = proxy.stop()
        #expect(said.output.contains("/up  200  1 part"), "\(said.output)")
        #expect(sink.stop().output.contains("POST  /up  200  1 part"))
    }

    @Test(arguments: [
        ["--reverse", "http://127.0.0.1:8889"], ["--reverse", "http://h.test/path"],
        ["-o", "a.pcapng", "--har", "./a.pcapng"], ["-o", "a.pcapng", "--keylog", "a.pcapng"],
        ["-o", "rules.txt", "--block", "rules.txt"],
    ])
    func `what would undo itself is refused`(options: [String]) throws {
        let path = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        let paths = options.map { $0.hasSuffix("g") || $0.hasSuffix("t") ? "\(folder.path)/\($0)" : $0 }
        let run = try LiveRun(
            ["proxy", "--listen", "127.0.0.1:8889", "--ca-folder", "\(folder.path)/ca"]
                + (options[0] == "--reverse" ? options : paths)
        )
        #expect(run.status == 2, "\(run.diagnostics)")
        #expect(FileManager.default.contents(atPath: path) == Data("/blocked^\n".utf8))
    }
}
