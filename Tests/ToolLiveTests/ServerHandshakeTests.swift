import TestSupport
import Testing

/// Servers that do not complete the handshake of TLS: the client is told why.
@Suite(.enabled(if: LiveRun.has("curl"), "needs curl"))
struct ServerHandshakeTests {
    @Test(arguments: [
        (
            nil, "HTTP/1.1 504", "error=connection_timeout",
            "the server does not answer in the handshake of TLS"
        ),
        (
            "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{46}", "HTTP/1.1 502", "error=tls_protocol_error",
            "TLS failed: the two ends have no version of TLS in common"
        ),
        (
            "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{70}", "HTTP/1.1 502", "error=tls_protocol_error",
            "TLS failed: the server does not know the name that it is asked for"
        ),
        (
            "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{33}", "HTTP/1.1 502", "error=tls_protocol_error",
            "TLS failed: the handshake is not understood (tlsv1 alert decrypt error)"
        ),
    ])
    func `the client is told why the handshake with the server fails`(
        answer: String?,
        status: String,
        kind: String,
        reason: String
    ) throws {
        let folder = try TemporaryFolder()
        let server = try SpeakingServer { _ in answer }
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--timeout", "2"],
            command: "proxy"
        )
        let run = try LiveRun(
            shell:
                "curl -q -sS -k -i -m 20 -x 127.0.0.1:\(proxy.port) -F a=1 https://127.0.0.1:\(server.port)/"
        )
        #expect(run.output.contains(status) && run.output.contains(kind), "\(run.output)")
        #expect(run.output.hasSuffix("127.0.0.1:\(server.port): \(reason)\n"), "\(run.output)")
        let said = proxy.stop()
        #expect(
            said.diagnostics.contains(": \(reason); the client gets \(status.suffix(3))\n"),
            "\(said.diagnostics)"
        )
    }

    @Test func `the client is told that the server closes the connection in the handshake`() throws {
        let folder = try TemporaryFolder()
        let server = try ClosingServer(length: nil)
        let proxy = try SinkProcess(["--ca-folder", "\(folder.path)/ca"], command: "proxy")
        let run = try LiveRun(
            shell: "curl -q -sS -k -m 20 -x 127.0.0.1:\(proxy.port) https://127.0.0.1:\(server.port)/"
        )
        #expect(run.output.contains("closed the connection in the"), "\(run.output)")
        _ = proxy.stop()
    }
}
