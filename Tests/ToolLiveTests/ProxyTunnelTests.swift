import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import Testing

@testable import ToolLive

/// What passes a proxy with rules though it is not HTTP/1.1: by a tunnel, or by an upgrade.
@Suite(.enabled(if: LiveRun.has("curl"), "needs curl"))
struct ProxyTunnelTests {
    private let folder: TemporaryFolder
    private let proxy: SinkProcess

    init() throws {
        folder = try TemporaryFolder()
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--insecure", "*", "--block", rules],
            command: "proxy"
        )
    }

    private func curl(_ options: String) throws -> LiveRun {
        try LiveRun(
            shell:
                "curl -q -sS -m 20 -x 127.0.0.1:\(proxy.port) --cacert \(folder.path)/ca/partwise-ca.pem \(options)"
        )
    }

    @Test(arguments: ["1.2", "1.3"], [[], ["--set-field", "X-Changed: yes"]])
    func `a tunnel through TLS with the proxy itself has another TLS inside`(
        version: String,
        changes: [String]
    )
        throws
    {
        let recording = "\(folder.path)/tunnel.pcapng"
        let sink = try SinkProcess()
        let options = ["--ca-folder", "\(folder.path)/ca", "--insecure", "*", "-o", recording]
        let proxy = try SinkProcess(options + changes, command: "proxy")
        let run = try LiveRun(
            shell: """
                curl -q -sS -m 20 -x https://127.0.0.1:\(proxy.port) --proxy-cacert \(folder.path)/ca/partwise-ca.pem \
                --cacert \(folder.path)/ca/partwise-ca.pem --tls-max \(version) -F a=b \
                https://localhost:\(sink.port)/up
                """
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        let said = proxy.stop()
        #expect(said.output.contains("POST  https://localhost:\(sink.port)/up  200  1 part"), "\(said)")
        #expect(sink.stop().output.contains("1 part"))
        let report = try LiveRun(["check", recording, "--format", "json"], of: "partwise").output
        #expect(report.contains("\"tls\": \"TLSv\(version)\""), "\(report)")
    }

    @Test func `a request in a tunnel on a connection that carried others is recorded`() throws {
        let server = try SpeakingServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
        let recording = "\(folder.path)/late.pcapng"
        let proxy = try SinkProcess(["-o", recording], command: "proxy")
        let client = try RawClient(port: proxy.port)
        let host = "127.0.0.1:\(server.port)"
        client.send("GET http://\(host)/before HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(client.receive(until: "ok").hasSuffix("\r\n\r\nok"))
        client.send("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        client.send("GET /inside HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(client.receive(until: "ok").hasSuffix("\r\n\r\nok"))
        #expect(proxy.stop().output.contains("GET  http://\(host)/inside  200"))
        let report = try LiveRun(["check", recording, "--format", "json"], of: "partwise").output
        #expect(report.contains("http://\(host)/before") && report.contains("http://\(host)/inside"))
        #expect(report.contains("\"opaque\": {}"), "\(report)")
    }

    @Test func `a tunnel inside too many others passes, and that it is not read is said`() throws {
        let server = try SpeakingServer { text in
            text.hasPrefix("CONNECT")
                ? "HTTP/1.1 200 Yes\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        }
        let proxy = try SinkProcess(command: "proxy")
        let client = try RawClient(port: proxy.port)
        let host = "127.0.0.1:\(server.port)"
        for _ in 0..<7 {
            client.send("GET http://\(host)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(client.receive(until: "ok").hasSuffix("\r\n\r\nok"))
            client.send("CONNECT \(host) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
        let said = proxy.stop()
        #expect(
            (said.output + said.diagnostics).contains("1 tunnel (CONNECT) inside too many others"),
            "\(said)"
        )
    }

    private static func note(_ port: Int) -> String {
        "127.0.0.1:\(port): HTTP/2 without TLS passes untouched: no rule reaches it"
    }

    @Test(
        arguments: [[], ["--set-field", "X-Changed: yes"], ["--passthrough", "h"]],
        [false, true]
    )
    func `what comes while the tunnel is being opened goes through it`(arguments: [String], isLast: Bool)
        throws
    {
        let next = try SpeakingServer { text in
            guard text.hasPrefix("CONNECT") else { return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
            // The proxy waits for this one meanwhile.
            usleep(400_000)
            return "HTTP/1.1 200 OK\r\n\r\n"
        }
        let options = ["--upstream-proxy", "127.0.0.1:\(next.port)"]
        let proxy = try SinkProcess(arguments + options, command: "proxy")
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n")
        usleep(100_000)
        client.send("GET /early HTTP/1.1\r\nHost: h\r\n\r\n")
        if isLast { client.finish() }
        let answer = client.receive(until: "ok")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\nok"), "\(answer)")
        #expect(next.heard.contains("GET /early HTTP/1.1"))
        #expect(next.heard.contains("X-Changed: yes") == arguments.contains("--set-field"))
        let run = proxy.stop()
        #expect(!run.diagnostics.contains("no response"), "\(run)")
    }

    @Test func `HTTP/2 that is begun in a tunnel passes the rules, and that is said`() throws {
        let sink = try SinkProcess()
        let run = try curl(
            "-p --http2-prior-knowledge -F a=1 -o /dev/null -w '%{http_code} %{http_version}' "
                + "http://127.0.0.1:\(sink.port)/blocked"
        )
        #expect(run.output == "200 2", "\(run.diagnostics)")
        let said = proxy.stop()
        #expect(said.diagnostics.contains(Self.note(Int(sink.port))), "\(said.diagnostics)")
        #expect(said.output.contains("/blocked  200  1 part"), "\(said.output)")
        _ = sink.stop()
    }

    @Test func `a connection that is upgraded to HTTP/2 goes on, and that rules do not reach it is said`()
        throws
    {
        // It answers on stream 1 once it has the preface of the client.
        let server = try SpeakingServer { text in
            if text.hasSuffix("\r\n\r\n"), text.hasPrefix("GET") {
                return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
                    + String(decoding: FrameServer.frame(4, on: 0), as: UTF8.self)
            }
            guard text.hasPrefix("PRI * HTTP/2.0") else { return nil }
            // :status, 200 (RFC 7541 §6.2.2).
            let head = FrameServer.frame(1, flags: 4, on: 1, [8, 3, 0x32, 0x30, 0x30])
            let frames = head + FrameServer.frame(0, flags: 1, on: 1, Array("yes".utf8))
            return String(decoding: frames, as: UTF8.self)
        }
        let run = try curl("--http2 -w ' %{http_code} %{http_version}' http://127.0.0.1:\(server.port)/up")
        #expect(run.output == "yes 200 2", "\(run.output) \(run.diagnostics)")
        let said = proxy.stop()
        #expect(said.diagnostics == "partwise: \(Self.note(server.port))\n", "\(said.diagnostics)")
        #expect(said.output.contains("/up  200"), "\(said.output)")
    }

    @Test func `mail passes a tunnel whose TLS is taken off`() throws {
        let server = try SpeakingServer(
            greeting: "220 h\r\n",
            tls: ServerCertificate(for: "localhost").context()
        ) {
            text in
            switch text.prefix(4) {
            case "DATA": "354 go on\r\n"
            case "QUIT": "221 bye\r\n"
            case _ where text.hasSuffix("\r\n"): "250 h\r\n"
            default: nil
            }
        }
        let mail = try folder.write(Array("Subject: x\r\n\r\ntext\r\n".utf8), to: "mail")
        let run = try curl(
            "-p smtps://localhost:\(server.port) --mail-from a@h.example --mail-rcpt b@h.example -T \(mail)"
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(
            server.heard.contains("MAIL FROM:<a@h.example>") && server.heard.contains("\r\ntext\r\n.\r\n")
        )
        let said = proxy.stop()
        #expect(said.status == 0 && said.diagnostics.isEmpty, "\(said.diagnostics)")
    }

    @Test func `a server that ends its stream first gets what its client still sends`() throws {
        let server = try SpeakingServer(greeting: "bye\n", endsWithGreeting: true) { _ in nil }
        let proxy = try SinkProcess(["--passthrough", "127.0.0.1"], command: "proxy")
        let client = try RawClient(port: proxy.port)
        client.send("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receiveAll().hasSuffix("\r\n\r\nbye\n"))
        client.send("late\n")
        client.finish()
        for _ in 0..<1_000 where server.heard.isEmpty { usleep(20_000) }
        #expect(server.heard == "late\n")
        let said = proxy.stop()
        #expect(said.status == 0 && said.diagnostics.isEmpty, "\(said.diagnostics)")
    }
}
