import Bytes
import NIOCore
import NIOSSL
import Recording

/// Records what passes between the proxy and a server, as a connection of its own, TLS taken off.
final class UpstreamRecording {
    /// The protocol that was agreed on in the handshake of TLS.
    var negotiated: String?

    private let traffic: LiveTraffic
    private let address: UpstreamAddress
    private let hasRoom: () -> Void
    private var connection: LiveConnection?
    private var isOver = false

    /// Prepares to record; `hasRoom` is called once the disk has caught up.
    init(of address: UpstreamAddress, in traffic: LiveTraffic, hasRoom: @escaping () -> Void) {
        self.address = address
        self.traffic = traffic
        self.hasRoom = hasRoom
    }

    /// Whether the disk is behind.
    var isBehind: Bool { traffic.isBehind }

    /// Takes bytes that pass; the first ones open the connection.
    func passed(_ buffer: ByteBuffer, from side: Side, on context: ChannelHandlerContext) {
        guard !isOver, let connection = connection ?? open(on: context) else { return }
        _ = buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: side) }
    }

    /// Writes what has passed.
    func flush() { connection?.flush() }

    /// A side has finished its stream.
    func ended(_ side: Side) { _ = connection?.ended(.finished, from: side) }

    /// The connection is closed.
    func closed() {
        isOver = true
        guard let connection = connection.take() else { return }
        for side in [Side.initiator, .responder] { _ = connection.ended(.finished, from: side) }
        _ = connection.closed()
        connection.flush()
    }

    private func open(on context: ChannelHandlerContext) -> LiveConnection? {
        guard let client = Endpoint(context.channel.localAddress),
            let server = Endpoint(context.channel.remoteAddress)
        else { return nil }
        let isSecure =
            (try? context.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)) != nil
        let removed = RemovedTLS(
            on: context.pipeline,
            serverName: address.name,
            negotiated,
            port: address.port
        )
        let connection = traffic.opened(
            client: client,
            server: server,
            removedTLS: isSecure ? removed : nil
        )
        connection.hasRoom = hasRoom
        self.connection = connection
        return connection
    }
}
