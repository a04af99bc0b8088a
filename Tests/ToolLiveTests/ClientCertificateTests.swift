import NIOCore
import NIOPosix
import TestSupport
import Testing

/// Servers that ask clients for a certificate, behind the proxy, which has none.
@Suite(.enabled(if: LiveRun.has("curl", "openssl"), "needs curl and openssl"))
struct ClientCertificateTests {
    @Test(
        arguments: ["1_2", "1_3", "1_3 -alpn http/1.1", "1_3 -alpn h2"],
        [[], ["--set-field", "X-Changed: yes"]]
    )
    func `a server that wants a certificate of the client is named, with what it wants`(
        version: String,
        changes: [String]
    ) throws {
        let folder = try TemporaryFolder()
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--insecure", "*"] + changes,
            command: "proxy"
        )
        let run = try LiveRun(
            shell: """
                cd \(folder.path)
                \(LiveRun.certificate)
                openssl s_server -accept 127.0.0.1:0 -Verify 1 -verify_return_error -cert cert.pem -key key.pem -www \
                  -tls\(version) > said 2>&1 & server=$!
                for i in $(seq 100); do grep -q ACCEPT said && break; sleep 0.1; done
                port=$(sed -n 's/ACCEPT.*:\\([0-9]*\\)$/\\1/p' said | head -1)
                curl -sS -m 20 -x 127.0.0.1:\(proxy.port) --cacert ca/partwise-ca.pem -F a=1 -w ' %{http_code}' \
                  https://localhost:$port/up
                kill $server
                """
        )
        let reason =
            version == "1_2"
            ? "the server ends the handshake: it may want a certificate of the client, or another cipher"
            : "the server asks for a certificate of the client, which is not sent"
        let said = proxy.stop().diagnostics
        #expect(said.contains("TLS failed: \(reason)"), "\(said)")
        #expect(run.output.contains("TLS failed: \(reason)\n 502"), "\(run.output) \(run.diagnostics)")
    }

    @Test(arguments: [
        (40, "the server ends the handshake: it may want"), (42, "the server asks for a certificate"),
        (46, "the server asks for a certificate"), (48, "the server asks for a certificate"),
        (116, "the server asks for a certificate"), (70, "the two ends have no version of TLS in common"),
    ])
    func `the alert of a server is not taken for one of a client`(code: Int, reason: String) throws {
        let server = try AlertingServer(code: UInt8(code))
        let run = try LiveRun([
            "send", "https://127.0.0.1:\(server.port)/", "-F", "a=1",
        ])
        #expect(run.status == 3)
        #expect(run.diagnostics.contains("TLS failed: \(reason)"), "\(run.diagnostics)")
    }
}

/// A server that answers the first message of TLS with an alert (RFC 8446 §6).
private final class AlertingServer {
    /// The port on which it listens.
    let port: Int
    private let channel: any Channel

    private final class Alert: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let code: UInt8

        init(_ code: UInt8) { self.code = code }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let alert: [UInt8] = [21, 3, 3, 0, 2, 2, code]
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: alert)), promise: nil)
        }
    }

    init(code: UInt8) throws {
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Alert(code))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }
}
