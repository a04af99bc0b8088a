import Foundation
import TestSupport
import Testing

/// Requests that the proxy answers itself, because a rule blocks them.
struct ProxyFilterTests {
    @Test
    func
        `a blocked request never leaves, whatever it is sent over, and a rule that is taken out works at once`()
        async throws
    {
        let folder = try TemporaryFolder()
        let rules = try folder.write(
            Array("! blocked\n/blocked^\n@@/blocked/but-not-this\n".utf8),
            to: "rules.txt"
        )
        let sink = try SinkProcess()
        let proxy = try SinkProcess(
            [
                "--ca-folder", "\(folder.path)/ca", "--insecure", "*", "--block", rules,
                "-o", "\(folder.path)/proxy.pcapng",
            ],
            command: "proxy"
        )
        func send(_ scheme: String, _ path: String) throws -> LiveRun {
            try LiveRun([
                "send", "\(scheme)://localhost:\(sink.port)\(path)", "--proxy", "127.0.0.1:\(proxy.port)",
                "--cacert", "\(folder.path)/ca/partwise-ca.pem", "-F", "a=1",
            ])
        }
        for scheme in ["http", "https"] {
            let blocked = try send(scheme, "/blocked/up")
            #expect(blocked.status == 0)
            #expect(!blocked.output.isEmpty)
            #expect(!blocked.output.contains("partwise.report"))
            #expect(try send(scheme, "/blocked/but-not-this").output.contains("partwise.report"))
            #expect(try send(scheme, "/up").output.contains("partwise.report"))
        }
        _ = try folder.write(Array("/other^\n".utf8), to: "rules.txt")
        var isPassed = false
        for _ in 0..<40 where !isPassed {
            isPassed = try send("https", "/blocked/up").output.contains("partwise.report")
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(isPassed)
        let said = proxy.stop()
        #expect(said.diagnostics.contains("read the rules again: there are 1"))
        #expect(said.output.contains("/blocked/up  200  1 part"))
        #expect(said.output.contains("  ok, blocked by /blocked^\n"), "\(said.output)")
        #expect(said.diagnostics.contains("is blocked by /blocked^ (\(rules):2)"))
        let recording = try #require(FileManager.default.contents(atPath: "\(folder.path)/proxy.pcapng"))
        #expect(recording.range(of: Data("blocked by /blocked^ (\(rules):2)".utf8)) != nil)
        #expect(sink.stop().output.components(separatedBy: "POST").count == 6)
    }
    @Test(.enabled(if: LiveRun.has("curl")), arguments: ["--http1.0", "--http1.1", "--http2", "--no-alpn"])
    func `a rule applies whatever protocol a client offers in TLS`(option: String) throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        let sink = try SinkProcess()
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--insecure", "*", "--block", rules],
            command: "proxy"
        )
        let answer = try LiveRun(
            shell:
                "curl -q -s -k \(option) -x 127.0.0.1:\(proxy.port) -F a=1 https://localhost:\(sink.port)/blocked"
        )
        #expect(answer.output.utf8.count == 1, "\(answer.output)")
        #expect(proxy.stop().output.contains("blocked by /blocked^"))
        #expect(!sink.stop().output.contains("POST"))
    }

    // MARK: Content that comes late

    /// A form, and the head of a request with it.
    private static func upload(_ fields: String...) -> (head: String, form: String) {
        let form = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
        let head =
            "POST http://h.example/blocked HTTP/1.1\r\nHost: h.example\r\n"
            + "Content-Type: multipart/form-data; boundary=b\r\n"
        return (head + fields.map { "\($0)\r\n" }.joined() + "\r\n", form)
    }

    private static func proxy(in folder: TemporaryFolder, _ options: [String] = []) throws -> SinkProcess {
        let rules = try folder.write(Array("/blocked^\n".utf8), to: "rules.txt")
        return try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--block", rules] + options,
            command: "proxy"
        )
    }

    @Test func `an upload that is blocked is judged whole, though its content comes after its head`() throws {
        let folder = try TemporaryFolder()
        let proxy = try Self.proxy(in: folder)
        let client = try RawClient(port: proxy.port)
        let (head, form) = Self.upload("Content-Length: 59")
        #expect(form.utf8.count == 59)
        client.send(head)
        #expect(proxy.waits(forRemark: "request 1 is blocked by /blocked^"))
        client.send(form)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
        let said = proxy.stop()
        #expect(said.output.contains("/blocked  200  1 part"), "\(said.output)")
        #expect(said.output.contains("  ok, blocked by /blocked^\n"), "\(said.output)")
        #expect(said.diagnostics.components(separatedBy: "is blocked by").count == 2, "\(said.diagnostics)")
    }

    @Test(.enabled(if: LiveRun.has("curl")), arguments: ["--http1.1", "--http2"])
    func `content that comes late on a stream of TLS is judged too`(option: String) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(in: folder, ["--insecure", "*"])
        let form = Self.upload().form.replacing("\r\n", with: "\\r\\n")
        let curl =
            "curl -q -s -k \(option) -x 127.0.0.1:\(proxy.port) -T - -X POST -H Expect: "
            + "-H 'Content-Type: multipart/form-data; boundary=b' https://localhost:\(sink.port)/blocked"
        let answer = try LiveRun(shell: "(sleep 1; printf '%b' '\(form)') | \(curl)")
        #expect(answer.output.utf8.count == 1, "\(answer.output)")
        let printed = proxy.stop().output
        #expect(printed.contains("  ok, blocked by /blocked^\n"), "\(printed)")
        #expect(!sink.stop().output.contains("POST"))
    }

    @Test func `an upload that a file answers is judged whole, though its content comes late`() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Array("alert(1)".utf8), to: "a.js")
        let rules = try folder.write(
            Array("||app.example/a.js^ map-file \(script)\n".utf8),
            to: "changes.txt"
        )
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--changes", rules],
            command: "proxy"
        )
        let client = try RawClient(port: proxy.port)
        client.send(
            "POST http://app.example/a.js HTTP/1.1\r\nHost: app.example\r\nContent-Length: 59\r\n"
                + "Content-Type: multipart/form-data; boundary=b\r\n\r\n"
        )
        Thread.sleep(forTimeInterval: 0.3)
        client.send("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n")
        #expect(client.receiveAll().hasSuffix("\r\n\r\nalert(1)"))
        let printed = proxy.stop().output
        #expect(printed.contains("/a.js  200  1 part"), "\(printed)")
        #expect(printed.contains("  ok, answered with a file\n"), "\(printed)")
    }

    @Test func `a client that waits to be asked for its content is answered at once`() throws {
        let folder = try TemporaryFolder()
        let proxy = try Self.proxy(in: folder)
        let client = try RawClient(port: proxy.port)
        client.send(Self.upload("Content-Length: 59", "Expect: 100-continue").head)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
        _ = proxy.stop()
    }

    @Test(arguments: [
        // A chunk without a length; the end of the stream in the content.
        ("Transfer-Encoding: chunked", "x\r\n", false, "200 OK"),
        ("Content-Length: 59", "--b", true, "200 OK"),
        // Nothing more for the time that is waited.
        ("Content-Length: 59", "--b", false, "408 Request Timeout"),
    ])
    func `an upload that is blocked is answered, though its content never comes whole`(
        framing: String,
        content: String,
        ends: Bool,
        status: String
    ) throws {
        let folder = try TemporaryFolder()
        // The other cases must not depend on how soon the content is sent.
        let proxy = try Self.proxy(in: folder, status.hasPrefix("408") ? ["--timeout", "1"] : [])
        let client = try RawClient(port: proxy.port)
        client.send(Self.upload(framing).head)
        #expect(proxy.waits(forRemark: "is blocked by"))
        client.send(content)
        if ends { client.finish() }
        let heard = client.receiveAll()
        #expect(heard.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(heard)")
        #expect(heard.components(separatedBy: "HTTP/1.1 ").count == 2, "\(heard)")
        #expect(proxy.stop().output.contains("/blocked"))
    }

    @Test func `a server that leaves while a blocked upload comes does not keep the client from its answer`()
        throws
    {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(in: folder)
        let client = try RawClient(port: proxy.port)
        client.send("GET http://127.0.0.1:\(sink.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.receive(until: "</html>").hasPrefix("HTTP/1.1 200 OK\r\n"))
        let (head, form) = Self.upload("Content-Length: 59")
        client.send(head)
        #expect(proxy.waits(forRemark: "request 2 is blocked by"))
        _ = sink.stop()
        client.send(form)
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(proxy.stop().output.contains("  ok, blocked by"))
    }
}
