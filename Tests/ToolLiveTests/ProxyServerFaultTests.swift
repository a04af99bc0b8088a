import Foundation
import NIOSSL
import TestSupport
import Testing

@testable import ToolLive

/// What the proxy does where servers do not do as they should: they send what nobody asked for, or break off.
struct ProxyServerFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func proxy(_ options: [String] = []) throws -> SinkProcess {
        try SinkProcess(["--ca-folder", "\(folder.path)/ca", "--insecure", "*"] + options, command: "proxy")
    }

    private func curl(_ options: String) throws -> LiveRun {
        try LiveRun(shell: "curl -q -sS -m 20 --cacert \(folder.path)/ca/partwise-ca.pem \(options)")
    }

    private static func response(_ content: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)"
    }

    private static func request(_ path: String, of port: Int, _ method: String = "GET") -> String {
        "\(method) http://127.0.0.1:\(port)\(path) HTTP/1.1\r\nHost: h\r\n\r\n"
    }

    // MARK: What nobody asked for

    @Test func `a second response to one request does not become that of the next one`() throws {
        let first = try SpeakingServer { _ in Self.response("mine") + Self.response("evil") }
        let second = try SpeakingServer { _ in Self.response("good") }
        let proxy = try proxy(["-o", "\(folder.path)/proxy.pcapng"])
        let client = try RawClient(port: proxy.port)
        client.send(Self.request("/1", of: first.port))
        #expect(client.receive(until: "mine").hasSuffix("\r\n\r\nmine"))
        client.send(Self.request("/2", of: second.port))
        // That connection may have been read too far; the client has to ask again on another one.
        #expect(client.receiveAll().isEmpty)
        let said = proxy.stop().diagnostics
        #expect(
            said.contains(
                "127.0.0.1:\(first.port): the server sent 42 bytes after the end of its response: not passed on"
            ),
            "\(said)"
        )
    }

    @Test func `what a server sends later goes to nobody, and its connection is closed`() throws {
        let text = Self.response("mine")
        let server = try ScriptedServer { _, number in number == 1 ? .late(text, "evil") : .stall(text) }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send(Self.request("/1", of: server.port))
        #expect(client.receive(until: "mine").hasSuffix("mine"))
        // The server's next bytes come after a fifth of a second.
        Thread.sleep(forTimeInterval: 1)
        client.send(Self.request("/2", of: server.port))
        #expect(client.receive(until: "mine") == text)
        #expect(server.requests.count == 2)
        let note = "127.0.0.1:\(server.port): the server sent 4 bytes without a request: not passed on"
        let said = proxy.stop().diagnostics
        #expect(said.contains(note), "\(said)")
    }

    @Test
    func `a timeout of the server is told a client whose HEAD came with another request, without content`()
        throws
    {
        let server = try SpeakingServer { _ in Self.response("") }
        let proxy = try proxy(["--timeout", "1"])
        let client = try RawClient(port: proxy.port)
        client.send(Self.request("/1", of: server.port) + Self.request("/2", of: server.port, "HEAD"))
        let heard = client.receiveAll()
        #expect(heard.contains("HTTP/1.1 504 ") && heard.hasSuffix("\r\n\r\n"), "\(heard)")
        _ = proxy.stop()
    }

    @Test(arguments: ["100 Continue", "103 Early Hints"])
    func `after an interim response alone the client is told that the server is gone`(_ status: String) throws
    {
        let server = try ScriptedServer { _, _ in .bytes("HTTP/1.1 \(status)\r\n\r\n") }
        let proxy = try proxy()
        let client = try RawClient(port: proxy.port)
        client.send(Self.request("/1", of: server.port))
        let heard = client.receiveAll()
        #expect(heard.hasPrefix("HTTP/1.1 \(status)\r\n\r\nHTTP/1.1 502 "), "\(heard)")
        #expect(proxy.stop().diagnostics.contains("closed the connection without an answer"))
    }

    // MARK: Responses that break off

    @Test(
        .enabled(if: LiveRun.has("curl"), "needs curl"),
        arguments: [[], ["--set-field", "X-Changed: yes"]]
    )
    func `a reset in a response without a length reaches a client of TLS`(_ options: [String]) throws {
        var tls = try ServerCertificate(for: "localhost").context().configuration
        tls.applicationProtocols = ["http/1.1"]
        let server = try ScriptedServer(tls: NIOSSLContext(configuration: tls)) { _, _ in Self.broken }
        let proxy = try proxy(options)
        let run = try curl("-x 127.0.0.1:\(proxy.port) https://localhost:\(server.port)/")
        #expect(run.output == "part")
        #expect(run.status == 56, "\(run.diagnostics)")
        #expect(proxy.stop().diagnostics.contains("the response breaks off after 4 bytes"))
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `a reset in a response without a length resets the stream of a client of HTTP 2`() throws {
        let server = try ScriptedServer { _, _ in Self.broken }
        let proxy = try proxy(["--reverse", "http://127.0.0.1:\(server.port)"])
        let run = try curl("--http2 https://127.0.0.1:\(proxy.port)/")
        #expect(run.output == "part")
        #expect(run.status == 92 && run.diagnostics.contains("INTERNAL_ERROR"), "\(run.diagnostics)")
        _ = proxy.stop()
    }

    private static let broken = ScriptedServer.Answer.reset("HTTP/1.1 200 OK\r\n\r\npart")

    // MARK: Tunnels

    @Test(arguments: [[], ["--set-field", "X-Changed: yes"], ["--passthrough", "127.0.0.1"]])
    func `a client that says nothing hears what a server says first`(_ options: [String]) throws {
        let server = try SpeakingServer(greeting: "220 hello\r\n") { _ in nil }
        let proxy = try proxy(options)
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finish()
        #expect(client.receiveAll() == "HTTP/1.1 200 Connection established\r\n\r\n220 hello\r\n")
        _ = proxy.stop()
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `it stands in for another proxy, whose tunnels are its own`() throws {
        let sink = try SinkProcess()
        let next = try proxy(["--passthrough", "localhost"])
        let proxy = try proxy(["--reverse", "http://127.0.0.1:\(next.port)"])
        let run = try curl(
            "-k -x 127.0.0.1:\(proxy.port) -F a=1 -o /dev/null -w '%{http_code}' https://localhost:\(sink.port)/up"
        )
        #expect(run.output == "200", "\(run.diagnostics)")
        for process in [proxy, next, sink] { _ = process.stop() }
    }

    @Test(
        .enabled(if: LiveRun.has("curl"), "needs curl"),
        arguments: [[], ["--set-field", "X-A: 1"], ["--delay", "10ms"]]
    )
    func `answers in a tunnel without TLS are whole`(_ options: [String]) throws {
        let content = String(repeating: "x", count: 100)
        let server = try SpeakingServer { _ in Self.response(content) }
        let proxy = try proxy(options)
        let url = "http://127.0.0.1:\(server.port)/"
        let run = try curl(
            "-p -w ' %{http_code} %{num_connects}\n' -x 127.0.0.1:\(proxy.port) \(url)1 \(url)2"
        )
        #expect(run.output.hasPrefix("\(content) 200 "), "\(run.diagnostics)")
        #expect(run.output.hasSuffix("\(content) 200 0\n"), "\(run.output)")
        #expect(proxy.stop().diagnostics.isEmpty)
    }

    @Test func `rules reach a request whose client has ended its stream before the tunnel was open`() throws {
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        let server = try SpeakingServer { _ in Self.response("open") }
        let proxy = try proxy(["--block", rules])
        for _ in 0..<5 {
            let client = try RawClient(port: proxy.port)
            client.send("CONNECT localhost:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
            client.send("GET /blocked HTTP/1.1\r\nHost: h\r\n\r\n")
            client.finish()
            _ = client.receiveAll()
        }
        #expect(!server.heard.contains("GET"), "\(server.heard)")
        _ = proxy.stop()
    }

    @Test func `a proxy that closes in place of an answer to CONNECT is not waited for`() throws {
        let next = try ScriptedServer { _, _ in .close }
        let proxy = try proxy(["--upstream-proxy", "127.0.0.1:\(next.port)"])
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT h.example:443 HTTP/1.1\r\nHost: h\r\n\r\n")
        let heard = client.receiveAll()
        #expect(heard.hasPrefix("HTTP/1.1 502 "), "\(heard)")
        #expect(heard.contains("the proxy closed the connection without answering CONNECT"))
        _ = proxy.stop()
    }

    @Test(arguments: ["CONNECT h.example:443", "GET http://h.example/"])
    func `a proxy before the servers whose host is not known is the one that is named`(line: String) throws {
        let proxy = try proxy(["--upstream-proxy", "no.invalid:3128"])
        let client = try RawClient(port: proxy.port)
        client.send("\(line) HTTP/1.1\r\nHost: h.example\r\n\r\n")
        let heard = client.receiveAll()
        #expect(
            heard.contains("error=dns_error; details=\"the proxy no.invalid:3128: the host is not known\"")
        )
        _ = proxy.stop()
    }

    // MARK: Names

    /// curl's options for a request by CONNECT to an address, with the name in TLS.
    private static func named(_ path: String, at port: UInt16, _ proxy: SinkProcess) -> String {
        "-x 127.0.0.1:\(proxy.port) --connect-to localhost:\(port):127.0.0.1:\(port) "
            + "-F a=1 -o /dev/null -w '%{http_code}' https://localhost:\(port)\(path)"
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `rules know a server by the name in TLS where CONNECT has its address`() throws {
        let rules = try folder.write(Array("||localhost^*/blocked\n".utf8), to: "rules.txt")
        let sink = try SinkProcess()
        let proxy = try proxy(["--block", rules])
        for path in ["/blocked", "/open"] {
            #expect(try curl(Self.named(path, at: sink.port, proxy)).output == "200")
        }
        #expect(proxy.stop().output.contains("ok, blocked by ||localhost^*/blocked\n"))
        let received = sink.stop().output
        #expect(received.contains("/open") && !received.contains("/blocked"), "\(received)")
    }

    @Test(.enabled(if: LiveRun.has("curl"), "needs curl"))
    func `a host is passed through by the name in TLS where CONNECT has its address`() throws {
        let sink = try SinkProcess()
        let proxy = try proxy(["--passthrough", "localhost"])
        let request = Self.named("/up", at: sink.port, proxy)
        // Its certificate is the server's own.
        #expect(try curl(request).status == 60)
        #expect(try curl("-k \(request)").output == "200")
        #expect(!proxy.stop().output.contains("/up"))
        #expect(sink.stop().output.contains("/up"))
    }
}
