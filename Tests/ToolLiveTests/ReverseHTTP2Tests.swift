import Foundation
import TestSupport
import Testing

/// Clients that speak HTTP/2 without TLS with a proxy that stands in for a server (RFC 9113 §3.3).
@Suite(.enabled(if: LiveRun.has("curl")))
struct ReverseHTTP2Tests {
    private static func upload(to port: Int) throws -> LiveRun {
        try LiveRun(
            shell: "curl -q -sS -m 20 --http2-prior-knowledge -F a=1 -o /dev/null "
                + "-w '%{http_code} %{http_version}' http://127.0.0.1:\(port)/up"
        )
    }

    private static func proxy(
        for port: Int,
        _ folder: TemporaryFolder,
        _ options: [String]
    ) throws -> SinkProcess {
        try SinkProcess(
            [
                "--reverse", "http://127.0.0.1:\(port)", "--ca-folder", "\(folder.path)/ca", "-o",
                "\(folder.path)/s.pcapng", "--upstream-record", "\(folder.path)/up.pcapng",
            ] + options,
            command: "proxy"
        )
    }

    @Test(arguments: [[], ["--set-field", "X-A: 1"]])
    func `the server is spoken to as the client speaks`(_ options: [String]) throws {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess()
        let proxy = try Self.proxy(for: Int(sink.port), folder, options)
        for _ in 0..<2 { #expect(try Self.upload(to: Int(proxy.port)).output == "200 2") }
        _ = proxy.stop()
        _ = sink.stop()
        let passed = try LiveRun(shell: "cat '\(folder.path)/up.pcapng'").output
        #expect(passed.components(separatedBy: "PRI * HTTP/2.0").count == 3)
        #expect(!passed.contains("POST /up HTTP/1.1"))
        let report = try LiveRun(["check", "\(folder.path)/up.pcapng", "--format", "json"], of: "partwise")
        #expect(report.output.contains("\"url\": \"http://127.0.0.1:\(sink.port)/up\""))
    }

    @Test func `a server that speaks HTTP/1.1 alone is asked in that, and not tried again`() throws {
        let folder = try TemporaryFolder()
        let server = try SpeakingServer { text in
            text.hasPrefix("PRI")
                ? "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                : text.contains("POST /up HTTP/1.1") ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : nil
        }
        let proxy = try Self.proxy(for: server.port, folder, [])
        for _ in 0..<2 { #expect(try Self.upload(to: Int(proxy.port)).output == "200 2") }
        let said = proxy.stop()
        #expect(said.output.contains("200  1 part"), "\(said.output)\(said.diagnostics)")
        let passed = try LiveRun(shell: "cat '\(folder.path)/up.pcapng'").output
        #expect(passed.components(separatedBy: "PRI * HTTP/2.0").count == 2)
        #expect(passed.components(separatedBy: "POST /up HTTP/1.1").count == 3)
    }
}
