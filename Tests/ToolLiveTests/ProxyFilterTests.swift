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
}
