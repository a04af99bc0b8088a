import Foundation
import TestSupport
import Testing

/// What becomes of requests of HTTP/2 that are looked at one by one, where a server or a client does not go through with them.
@Suite(.enabled(if: LiveRun.has("curl"), "needs curl"))
struct ProxyHTTP2EndTests {
    private let folder: TemporaryFolder
    private let proxy: SinkProcess

    init() throws {
        folder = try TemporaryFolder()
        proxy = try SinkProcess(
            [
                "--ca-folder", "\(folder.path)/ca", "--insecure", "*", "-o", "\(folder.path)/proxy.pcapng",
                "--set-field", "X-Changed: yes",
            ],
            command: "proxy"
        )
    }

    /// curl's line for requests to a port, one after another on one connection.
    private func curl(_ options: String = "", to port: Int, count: Int = 1) -> String {
        let request =
            "-sS -m 20 --http2 -w '%{http_code} %{http_version}\\n' -x 127.0.0.1:\(proxy.port) --cacert \(folder.path)/ca/partwise-ca.pem "
            + "\(options.contains("-F") ? options : "\(options) -F a=1") https://localhost:\(port)/up"
        return "curl -q " + Array(repeating: request, count: count).joined(separator: " --next ")
    }

    @Test(arguments: [
        (
            "a SETTINGS frame of 5 bytes", FrameServer.frame(4, on: 0, [0, 0, 0, 0, 0]),
            "a frame cannot be read"
        ),
        ("content of no stream", FrameServer.frame(0, on: 0, [1, 2, 3]), "a frame cannot be read"),
        ("a head that HPACK does not have", FrameServer.frame(1, flags: 5, on: 1, [0x80]), "cannot be read"),
        (
            "a window that grows by nothing", FrameServer.frame(8, on: 0, [0, 0, 0, 0]),
            "a frame is against the rules (InvalidWindowIncrementSize)"
        ),
        ("content before a head", FrameServer.frame(0, on: 1, [1, 2, 3]), "a frame does not fit its stream"),
    ])
    func `a server that breaks the rules of HTTP/2 is answered 502, and asked anew`(
        _: String,
        bytes: [UInt8],
        reason: String
    ) throws {
        let server = try FrameServer { number, stream in
            .frames(number == 1 ? bytes : FrameServer.head(on: stream, isEnd: true))
        }
        let run = try LiveRun(shell: curl(to: server.port, count: 2))
        let text = "localhost:\(server.port): the server's HTTP/2 is refused: "
        #expect(run.output.hasPrefix(text) && run.output.hasSuffix("\n502 2\n200 2\n"), "\(run.output)")
        #expect(run.output.contains(reason), "\(run.output)")
        #expect(server.connectionCount == 2)
        let said = proxy.stop()
        #expect(said.diagnostics.contains(text) && said.diagnostics.contains("; the client gets 502"))
    }

    @Test func `of an answer that breaks the rules in the middle the cause is said`() throws {
        let server = try FrameServer { _, stream in
            let head = FrameServer.head(on: stream, isEnd: false)
            return .frames(
                head + FrameServer.frame(0, on: stream, Array("abc".utf8)) + FrameServer.frame(0, on: 0)
            )
        }
        let run = try LiveRun(shell: curl(to: server.port))
        #expect(run.status == 92 && run.output == "abc200 2\n", "\(run.output)")
        let said = proxy.stop().diagnostics
        #expect(
            said.contains(
                "request 2: the response breaks off after 3 bytes of its body: the server's HTTP/2 is refused"
            ),
            "\(said)"
        )
    }

    @Test
    func `an answer that a server breaks off is broken off for the client, and the next one is asked for`()
        throws
    {
        let server = try FrameServer { number, stream in
            let head = FrameServer.head(on: stream, isEnd: number > 1)
            return number > 1
                ? .frames(head) : .last(head + FrameServer.frame(0, on: stream, Array("abc".utf8)))
        }
        let run = try LiveRun(shell: curl(to: server.port, count: 2))
        #expect(run.output == "abc200 2\n200 2\n", "\(run.output)")
        #expect(run.diagnostics.contains("stream 1 was not closed cleanly: CANCEL"), "\(run.diagnostics)")
        #expect(server.connectionCount == 2)
        let said = proxy.stop().diagnostics
        #expect(
            said.contains(
                "request 2: the response breaks off after 3 bytes of its body: the server closed the connection"
            ),
            "\(said)"
        )
        let bodies = try responses()
        #expect(bodies.map { $0["length"] as? Int } == [3, 0])
        #expect(bodies.map { $0["complete"] as? Bool } == [false, true])
    }

    @Test func `an answer is whole whose server closes the connection after it`() throws {
        let content = FrameServer.frame(0, on: 1, [UInt8](repeating: 0x61, count: 16_384))
        let server = try FrameServer { _, stream in
            .last(
                FrameServer.head(on: stream, isEnd: false)
                    + Array(repeating: content, count: 40).joined()
                    + FrameServer.frame(0, flags: 1, on: stream)
            )
        }
        let slow = "--limit-rate 500k -o \(folder.path)/answer"
        #expect(try LiveRun(shell: curl(slow, to: server.port)).output == "200 2\n")
        #expect(FileManager.default.contents(atPath: "\(folder.path)/answer")?.count == 40 * 16_384)
        #expect(proxy.stop().diagnostics.isEmpty)
    }

    @Test func `a client that is killed in the middle of an upload ends that one alone`() throws {
        let sink = try SinkProcess()
        let file = try folder.write([UInt8](repeating: 0x61, count: 3_000_000), to: "f.bin")
        let line = curl("--limit-rate 200k -F f=@\(file)", to: Int(sink.port))
        _ = try LiveRun(
            shell: """
                \(line) >/dev/null 2>&1 & client=$!
                sleep 2; kill -9 $client; wait $client
                """
        )
        #expect(try LiveRun(shell: curl("-o /dev/null", to: Int(sink.port))).output == "200 2\n")
        let said = proxy.stop()
        #expect(
            said.diagnostics.contains("of 3,000,194 bytes of its body: the client reset the connection\n")
        )
        #expect(said.output.contains("cut off\n"), "\(said.output)")
        _ = sink.stop()
        let bodies = try exchanges().compactMap {
            ($0["request"] as? [String: Any])?["body"] as? [String: Any]
        }
        let lengths = bodies.compactMap { $0["length"] as? Int }
        #expect(lengths.count == 2 && lengths[0] > 0 && lengths[0] < 3_000_000, "\(lengths)")
        #expect(bodies.map { $0["complete"] as? Bool } == [false, true])
    }

    @Test func `a client whose HTTP/2 is refused is told so, and others are served`() throws {
        let sink = try SinkProcess()
        let field = "X-Long: \(String(repeating: "a", count: 17_000))"
        let run = try LiveRun(shell: curl("-H '\(field)' -F a=1", to: Int(sink.port)))
        #expect(run.status != 0 && run.status != 28, "\(run)")
        #expect(try LiveRun(shell: curl("-o /dev/null", to: Int(sink.port))).output == "200 2\n")
        let said = proxy.stop().diagnostics
        #expect(said.contains("localhost:\(sink.port): the client's HTTP/2 is refused: "), "\(said)")
        #expect(said.contains("a head is longer than 16 KiB"), "\(said)")
        _ = sink.stop()
    }

    /// The exchanges of HTTP/2 in the recording, as `check` has them.
    private func exchanges() throws -> [[String: Any]] {
        let path = "\(folder.path)/proxy.pcapng"
        let text = try LiveRun(["check", path, "--format", "json"], of: "partwise").output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(report["exchanges"] as? [[String: Any]]).filter {
            ($0["request"] as? [String: Any])?["version"] as? String == "HTTP/2"
        }
    }

    /// The bodies of their responses.
    private func responses() throws -> [[String: Any]] {
        try exchanges().compactMap { ($0["response"] as? [String: Any])?["body"] as? [String: Any] }
    }

    @Test func `hundreds of requests of one connection are answered`() throws {
        let sink = try SinkProcess()
        let proxy = try SinkProcess(
            [
                "--ca-folder", "\(folder.path)/ca", "--insecure", "*", "--set-field", "X-Changed: yes",
                "--upstream-record", "\(folder.path)/up.pcapng", "-o", "\(folder.path)/many.pcapng",
            ],
            command: "proxy"
        )
        let run = try LiveRun(
            shell:
                "curl -q -sS -m 60 --http2 -x 127.0.0.1:\(proxy.port) --cacert \(folder.path)/ca/partwise-ca.pem "
                + "-o /dev/null -w '%{http_code} %{num_connects}\n' 'https://localhost:\(sink.port)/x[1-500]'"
        )
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 500 && Set(lines.dropFirst()) == ["404 0"], "\(run.diagnostics)")
        #expect(proxy.stop().status == 0)
        #expect(sink.stop().diagnostics.isEmpty)
        // Streams that have ended are not reset besides (RFC 9113 §5.4.2): servers count that.
        let sent = try #require(FileManager.default.contents(atPath: "\(folder.path)/up.pcapng"))
        #expect(sent.range(of: Data(FrameServer.frame(3, on: 1, [0, 0, 0, 8]))) == nil)
    }
}
