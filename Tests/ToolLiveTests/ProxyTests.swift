import Foundation
import TestSupport
import Testing

/// The recording proxy, between clients and sinks.
struct ProxyTests {
    private static let fields = ["-F", "title=Grüße", "-F", "note=a;type=text/plain"]

    /// A proxy with an authority of its own.
    struct Running {
        let folder: TemporaryFolder
        let process: SinkProcess
        var address: String { "127.0.0.1:\(process.port)" }
        var authority: String { "\(folder.path)/ca/partwise-ca.pem" }
        var recording: String { "\(folder.path)/proxy.pcapng" }

        init(_ options: [String] = ["--insecure", "*"]) throws {
            folder = try TemporaryFolder()
            process = try SinkProcess(
                ["--ca-folder", "\(folder.path)/ca", "-o", "\(folder.path)/proxy.pcapng"] + options,
                command: "proxy"
            )
        }
    }

    private static func exchanges(_ path: String) throws -> [[String: Any]] {
        let text = try LiveRun(["check", path, "--format", "json", "--digests"], of: "partwise").output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(report["exchanges"] as? [[String: Any]])
    }

    /// What must be the same on both sides of the proxy: the fields in their order, and the body.
    private static func sent(_ exchange: [String: Any]) throws -> NSDictionary {
        let request = try #require(exchange["request"] as? [String: Any])
        let form = try #require(exchange["form"] as? [String: Any])
        return [
            "fields": try #require(request["fields"]), "body": try #require(request["body"]), "form": form,
        ]
    }

    @Test(arguments: ["http", "https"], [[], ["--chunked"], ["--expect"]])
    func `a form arrives as it was sent, and is recorded so`(scheme: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
        let proxy = try Running()
        let file = try folder.write((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "f.bin")
        let url = "\(scheme)://localhost:\(sink.port)/up"
        let run = try LiveRun(
            ["send", url, "--proxy", proxy.address, "--cacert", proxy.authority, "-F", "f=@\(file)"]
                + Self.fields + options
        )
        #expect(run.status == 0, "\(run.diagnostics)")
        let said = proxy.process.stop()
        _ = sink.stop()
        #expect(said.status == 0)
        #expect(said.output.contains("POST  \(url)  200  3 parts"), "\(said.output)")
        // What TLS kept from others stays so.
        let attributes = try FileManager.default.attributesOfItem(atPath: proxy.recording)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let recorded = try Self.exchanges(proxy.recording).filter { $0["form"] is [String: Any] }
        let taken = try Self.exchanges("\(folder.path)/sink.pcapng")
        #expect(recorded.count == 1)
        #expect(try Self.sent(recorded[0]) == Self.sent(taken[0]))
        #expect((recorded[0]["request"] as? [String: Any])?["url"] as? String == url)
        let connection = try #require(recorded[0]["connection"] as? [String: Any])
        #expect(connection["tls"] as? String == (scheme == "https" ? "TLSv1.3" : nil))
    }

    @Test(.enabled(if: LiveRun.has("curl")), arguments: ["--http1.1", "--http2"])
    func `what curl and the server agree on is left to them`(version: String) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess(["-o", "\(folder.path)/sink.pcapng"])
        let proxy = try Running()
        let run = try LiveRun(
            shell: """
                curl -sS -m 20 \(version) -x \(proxy.address) --cacert \(proxy.authority) -F a=1 -F b=2 \
                -o /dev/null -w '%{http_code} %{http_version}' https://localhost:\(sink.port)/up
                """
        )
        #expect(run.output == (version == "--http2" ? "200 2" : "200 1.1"), "\(run.diagnostics)")
        let said = proxy.process.stop()
        _ = sink.stop()
        #expect(said.output.contains("https://localhost:\(sink.port)/up  200  2 parts"), "\(said.output)")
        let recorded = try Self.exchanges(proxy.recording).filter { $0["form"] is [String: Any] }
        #expect(try Self.sent(recorded[0]) == Self.sent(Self.exchanges("\(folder.path)/sink.pcapng")[0]))
        let inspected = try LiveRun(["check", proxy.recording, "--format", "json"], of: "partwise").output
        #expect(inspected.contains("\"opaque\": {}"), "\(inspected)")
    }

    @Test func `requests of one connection go to the servers that they name, in order`() throws {
        let sinks = try [SinkProcess(), SinkProcess()]
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        let order = [0, 1, 1, 0]
        // All at once: the proxy has to keep them apart.
        client.send(
            order.enumerated().map { number, sink in
                """
                POST http://127.0.0.1:\(sinks[sink].port)/n\(number) HTTP/1.1\r\nHost: h\r\n\
                Proxy-Connection: keep-alive\r\nContent-Length: 3\r\n\r\nabc
                """
            }.joined()
        )
        client.finish()
        let answers = client.receiveAll()
        #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 5, "\(answers.prefix(2_000))")
        let targets = answers.components(separatedBy: "\"target\": \"").dropFirst().map { $0.prefix(3) }
        #expect(targets == ["/n0", "/n1", "/n2", "/n3"])
        #expect(!answers.contains("Proxy-Connection"))
        #expect(sinks[0].stop().output.components(separatedBy: "POST").count == 3)
        #expect(sinks[1].stop().output.components(separatedBy: "POST").count == 3)
        #expect(proxy.process.stop().output.components(separatedBy: "POST").count == 5)
    }

    @Test(arguments: [
        ("GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: h\r\n\r\n", "502", "127.0.0.1:1: connection refused"),
        ("CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: h\r\n\r\n", "502", "127.0.0.1:1: connection refused"),
        ("GET http://host.invalid/ HTTP/1.1\r\n\r\n", "502", "host.invalid:80: the host is not known"),
        ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", "400", "names no server"),
        ("CONNECT h HTTP/1.1\r\nHost: h\r\n\r\n", "400", "names no server"),
        ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", "200", "Download the certificate"),
        ("GET /x HTTP/1.1\r\nHost: h\r\n\r\n", "404", "This is partwise proxy."),
        ("GET http://partwise.proxy/partwise-ca.pem HTTP/1.1\r\n\r\n", "200", "-----BEGIN CERTIFICATE-----"),
        ("\u{1}\u{2}\u{3}\u{4} no HTTP\r\n\r\n", "400", "not a request of HTTP/1.1"),
        ("garbage\r\n\r\n", "400", "not a request of HTTP/1.1"),
    ])
    func `what cannot be passed on is answered, and the proxy goes on`(
        request: String,
        status: String,
        words: String
    ) throws {
        let proxy = try Running()
        for _ in 0..<2 {
            let client = try RawClient(port: proxy.process.port)
            client.send(request)
            let answer = client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.contains(words), "\(answer)")
        }
        #expect(proxy.process.stop().status != 3)
    }

    @Test func `a client that leaves in the middle takes its request along`() throws {
        let sink = try SinkProcess()
        let proxy = try Running()
        for isReset in [false, true] {
            let client = try RawClient(port: proxy.process.port)
            client.send(
                "POST http://127.0.0.1:\(sink.port)/up HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc"
            )
            if isReset {
                client.reset()
            } else {
                client.finish()
                _ = client.receiveAll()
            }
        }
        // The sink would wait 30 s for the rest.
        let next = try RawClient(port: proxy.process.port)
        next.send("GET http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(next.receiveAll().hasPrefix("HTTP/1.1 200 "))
        // What was sent before a reset may be lost.
        #expect(proxy.process.stop().output.components(separatedBy: "POST").count >= 2)
        #expect(sink.stop().output.components(separatedBy: "3 bytes").count >= 2)
    }

    @Test func `after an upgrade, and in a tunnel without TLS, all bytes pass`() throws {
        let echo = try EchoServer()
        let proxy = try Running()
        for request in [
            "CONNECT 127.0.0.1:\(echo.port) HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET http://127.0.0.1:\(echo.port)/ HTTP/1.1\r\nHost: h\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        ] {
            let client = try RawClient(port: proxy.process.port)
            client.send(request)
            _ = client.receive(until: "\r\n\r\n")
            client.send("no HTTP \u{1}\n")
            #expect(client.receive(until: "\n") == "no HTTP \u{1}\n")
        }
        _ = proxy.process.stop()
    }

    @Test func `a head without an end is refused`() throws {
        let proxy = try Running()
        let client = try RawClient(port: proxy.process.port)
        client.send(Array("GET http://h/ HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 600_000))
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 431 "))
        _ = proxy.process.stop()
    }

    @Test func `a server that is not trusted is not spoken to, and the client learns why`() throws {
        let sink = try SinkProcess()
        let proxy = try Running([])
        let url = "https://localhost:\(sink.port)/up"
        let run = try LiveRun(
            ["send", url, "--proxy", proxy.address, "--cacert", proxy.authority] + Self.fields
        )
        #expect(run.status == 1)
        #expect(run.diagnostics.contains(" 502 "))
        #expect(run.output.contains("the server's certificate is not trusted: it is self-signed"))
        let said = proxy.process.stop().diagnostics
        #expect(
            said.contains(
                "the server's certificate is not trusted: it is self-signed; the client gets 502; --insecure localhost"
            )
        )
        #expect(!sink.stop().output.contains("POST"))
    }

    @Test func `a host that is passed through speaks its own TLS`() throws {
        let sink = try SinkProcess()
        let proxy = try Running(["--passthrough", "localhost"])
        let url = "https://localhost:\(sink.port)/up"
        let send = ["send", url, "--proxy", proxy.address] + Self.fields
        #expect(try LiveRun(send + ["--cacert", proxy.authority]).status == 3)
        #expect(try LiveRun(send + ["-k"]).status == 0)
        #expect(!proxy.process.stop().output.contains("POST"))
        #expect(sink.stop().output.contains("1 upload with 2 parts"))
    }

    @Test(arguments: ["http", "https"])
    func `it stands in for a server`(scheme: String) throws {
        let sink = try SinkProcess()
        let proxy = try Running(["--insecure", "*", "--reverse", "\(scheme)://localhost:\(sink.port)"])
        for client in ["http", "https"] {
            let url = "\(client)://localhost:\(proxy.process.port)/up"
            let run = try LiveRun(["send", url, "--cacert", proxy.authority] + Self.fields)
            #expect(run.status == 0, "\(run.diagnostics)")
            #expect(run.output.contains("\"value\": \"localhost:\(sink.port)\""))
        }
        #expect(proxy.process.stop().output.components(separatedBy: "POST").count == 3)
        _ = sink.stop()
    }

    @Test func `a proxy stands behind another one`() throws {
        let sink = try SinkProcess()
        let second = try Running(["--insecure", "*", "--auth", "x:y"])
        let first = try Running(["--insecure", "*", "--upstream-proxy", "x:y@\(second.address)"])
        for scheme in ["http", "https"] {
            let run = try LiveRun(
                ["send", "\(scheme)://localhost:\(sink.port)/up", "--proxy", first.address]
                    + ["--cacert", first.authority] + Self.fields
            )
            #expect(run.status == 0, "\(run.diagnostics)")
            #expect(!run.output.lowercased().contains("proxy-"))
        }
        let refused = try LiveRun(
            ["send", "https://localhost:\(sink.port)/up", "--proxy", "x:z@\(second.address)"] + Self.fields
        )
        #expect(refused.diagnostics.contains("the proxy answers CONNECT with 407"), "\(refused.diagnostics)")
        for proxy in [first, second] {
            #expect(proxy.process.stop().output.components(separatedBy: "POST").count == 3)
        }
        _ = sink.stop()
    }

    @Test func `the authority is made once, its key for its owner alone, and rotated when asked`() throws {
        let folder = try TemporaryFolder()
        let options = ["--ca-folder", "\(folder.path)/ca"]
        let first = try LiveRun(["proxy", "--ca", "export"] + options)
        #expect(first.output.hasPrefix("-----BEGIN CERTIFICATE-----"))
        let key = "\(folder.path)/ca/partwise-ca.key"
        let attributes = try FileManager.default.attributesOfItem(atPath: key)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try LiveRun(["proxy", "--ca", "export"] + options).output == first.output)
        #expect(
            try LiveRun(["proxy", "--ca", "install-hint"] + options).output.contains("ca/partwise-ca.pem")
        )
        #expect(try LiveRun(["proxy", "--ca", "rotate"] + options).status == 0)
        #expect(try LiveRun(["proxy", "--ca", "export"] + options).output != first.output)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let open = try LiveRun(["proxy", "--ca", "export"] + options)
        #expect(open.status == 3)
        #expect(open.diagnostics.contains("other users can read the authority's key"))
    }

    @Test func `other machines reach it only where that is allowed, and with a password`() throws {
        #expect(try LiveRun(["proxy", "--listen", "0.0.0.0:0"]).status == 2)
        let run = try LiveRun(["proxy", "--listen", "0.0.0.0:0", "--allow-remote"])
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("--auth"))
        let reverse = try LiveRun([
            "proxy", "--listen", "0.0.0.0:0", "--allow-remote", "--auth", "x:y", "--reverse", "http://h",
        ])
        #expect(reverse.status == 2)
        // Nobody would be asked for it.
        let unused = try LiveRun([
            "proxy", "--listen", "127.0.0.1:0", "--auth", "x:y", "--reverse", "http://h",
        ])
        #expect(unused.status == 2 && unused.diagnostics.contains("--auth has no use there"))
    }
}
