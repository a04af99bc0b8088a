import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import Testing

@testable import ToolLive

/// Servers with several addresses, and those that are named by one.
struct ServerAddressTests {
    private static let loop = NIOSingletons.posixEventLoopGroup.next()

    /// Gives the same addresses for each name.
    private final class Addresses: Resolver, Sendable {
        let list: [String]

        init(_ list: [String]) { self.list = list }

        func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
            ServerAddressTests.loop.makeCompletedFuture {
                try list.map { try SocketAddress(ipAddress: $0, port: port) }
            }
        }

        func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
            ServerAddressTests.loop.makeSucceededFuture([])
        }

        func cancelQueries() {}
    }

    /// Completes a promise with what comes first, an error or the handshake of TLS included.
    private final class FirstEvent: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let promise: EventLoopPromise<String>

        init(_ promise: EventLoopPromise<String>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            promise.succeed(String(buffer: unwrapInboundIn(data)))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case TLSUserEvent.handshakeCompleted = event { promise.succeed("handshake") }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise.succeed(NetworkFailure.text(CertificateFault(error, on: context.pipeline) ?? error))
        }

        func channelInactive(context: ChannelHandlerContext) { promise.succeed("closed") }
    }

    /// What comes first of a server to which is connected by these addresses.
    private func firstEvent(
        of server: SpeakingServer,
        at addresses: [String],
        before handlers: @escaping @Sendable () throws -> [any ChannelHandler] = { [] }
    ) throws -> (String, prepared: Int) {
        let loop = Self.loop
        let port = server.port
        let prepared = Mutex(0)
        let text = try loop.flatSubmit {
            let promise = loop.makePromise(of: String.self)
            ClientBootstrap(group: loop).resolver(Addresses(addresses))
                .connect(host: "h.example", port: port) { channel in
                    prepared.withLock { $0 += 1 }
                    try channel.pipeline.syncOperations.addHandlers(handlers() + [FirstEvent(promise)])
                }
                .whenFailure { promise.fail($0) }
            return promise.futureResult
        }
        .wait()
        return (text, prepared.withLock { $0 })
    }

    @Test(arguments: [["127.0.0.2", "127.0.0.1"], ["127.0.0.2", "127.0.0.3", "127.0.0.1"], ["127.0.0.1"]])
    func `the connection that is kept is prepared, however many were tried`(_ addresses: [String]) throws {
        let server = try SpeakingServer(greeting: "hello") { _ in nil }
        #expect(try firstEvent(of: server, at: addresses) == ("hello", 1))
    }

    @Test(arguments: [
        ("127.0.0.1", "handshake"), ("::1", "handshake"), ("localhost", "handshake"),
        // NIOSSL would take it: the connection leads to an address that it is for.
        (
            "other.example",
            "TLS failed: the server's certificate is for another name: localhost, 127.0.0.1, ::1"
        ),
        (
            "127.0.0.2",
            "TLS failed: the server's certificate is for another name: localhost, 127.0.0.1, ::1"
        ),
    ])
    func `a certificate has to be for the address that was asked for`(_ address: String, _ event: String)
        throws
    {
        // Each is reached at 127.0.0.1, as through a proxy that is there.
        let certificate = try ServerCertificate(for: "localhost")
        let server = try SpeakingServer(tls: certificate.context()) { _ in nil }
        var configuration = TLSClient.configuration(for: address, isVerified: true)
        configuration.trustRoots = .certificates([
            try NIOSSLCertificate(bytes: Array(certificate.pem.utf8), format: .pem)
        ])
        let context = try NIOSSLContext(configuration: configuration)
        let heard = try firstEvent(of: server, at: ["127.0.0.1"]) {
            try TLSClient.handlers(context, host: address)
        }
        #expect(heard.0 == event)
    }

    @Test(arguments: [
        (["a.example"], "a.example", true), (["A.example"], "a.EXAMPLE.", true),
        (["*.example.org"], "a.example.org", true), (["*.example.org"], "example.org", false),
        (["*.example.org"], "b.a.example.org", false), (["*.example.org"], "*.example.org", true),
        (["a*.example.org"], "ab.example.org", false), (["*"], "localhost", false),
        (["a.example"], "b.example", false),
    ])
    func `a certificate is for its names, with a star for one label`(
        _ names: [String],
        _ host: String,
        isContained: Bool
    ) {
        #expect(CertificateHosts(names: names, addresses: ["127.0.0.1"]).contains(host) == isContained)
        #expect(!CertificateHosts(names: [], addresses: ["127.0.0.1"]).contains(host))
    }

    @Test func `a certificate whose names cannot be read is for no host`() throws {
        let pem = try ServerCertificate(for: "localhost").pem
        var bytes = try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem).toDERBytes()
        #expect(
            CertificateHosts(of: try NIOSSLCertificate(bytes: bytes, format: .der))?.contains("localhost")
                == true
        )
        // The list of names as a SET in place of a SEQUENCE, after its identifier (RFC 5280 §4.2.1.6).
        let identifier = try #require(bytes.firstRange(of: [0x06, 0x03, 0x55, 0x1D, 0x11]))
        #expect(bytes[identifier.upperBound + 2] == 0x30)
        bytes[identifier.upperBound + 2] = 0x31
        #expect(CertificateHosts(of: try NIOSSLCertificate(bytes: bytes, format: .der)) == nil)
    }

    @Test func `any certificate is taken where none is verified`() throws {
        let server = try SpeakingServer(tls: ServerCertificate(for: "localhost").context()) { _ in nil }
        let context = try NIOSSLContext(
            configuration: TLSClient.configuration(for: "127.0.0.2", isVerified: false)
        )
        let heard = try firstEvent(of: server, at: ["127.0.0.1"]) {
            try TLSClient.handlers(context, host: "127.0.0.2")
        }
        #expect(heard.0 == "handshake")
    }
}
