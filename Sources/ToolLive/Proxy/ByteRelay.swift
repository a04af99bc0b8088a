import Bytes
import NIOCore
import NIOSSL
import Pipeline
import Recording

/// Copies the bytes of both sides as they are, HTTP/1.1 and HTTP/2 alike; what passes is recorded and inspected.
///
/// It keeps itself until both connections are closed.
final class ByteRelay: RelayOwner {
    private let proxy: RecordingProxy
    private let connection: LiveConnection
    private let client: RelayEnd
    private let server: RelayEnd
    private var hasEnded = (client: false, server: false)
    private var isOver = false
    private var itself: ByteRelay?

    /// Begins to copy between two ends, of which no byte was read.
    init(_ connection: LiveConnection, client: RelayEnd, server: RelayEnd, of proxy: RecordingProxy) {
        self.proxy = proxy
        self.connection = connection
        self.client = client
        self.server = server
        itself = self
        client.owner = self
        server.owner = self
        connection.hasRoom = { [weak self] in self?.readBoth() }
        readBoth()
    }

    /// Takes bytes that were read before it was there.
    func received(_ buffer: ByteBuffer, from side: Side) {
        guard !isOver else { return }
        buffer.withUnsafeReadableBytes {
            connection.received($0.bytes, from: side) { proxy.take($0) }
        }
        end(side.other).write(buffer)
    }

    func readCompleted(from side: Side) {
        connection.flush()
        end(side.other).flush()
        read(side)
    }

    func inputEnded(_ side: Side) {
        guard !isOver, side == .initiator ? !hasEnded.client : !hasEnded.server else { return }
        if side == .initiator { hasEnded.client = true } else { hasEnded.server = true }
        proxy.take(connection.ended(.finished, from: side))
        connection.flush()
        if hasEnded.client, hasEnded.server { return finish() }
        end(side.other).closeOutput()
    }

    func failed(_ error: any Error, on side: Side) {
        guard !isOver else { return }
        // A peer of TLS that closes without saying so has closed, not reset.
        proxy.take(connection.ended(error is IOError ? .reset : .finished, from: side))
        finish()
    }

    func closed(_ side: Side) {
        guard !isOver else { return }
        proxy.take(connection.ended(.finished, from: side))
        finish()
    }

    func timedOut(_ side: Side) { closed(side) }

    func becameWritable(_ side: Side) { read(side.other) }

    private func readBoth() {
        read(.initiator)
        read(.responder)
    }

    /// Reads a side, unless the other one or the disk is behind.
    private func read(_ side: Side) {
        guard !isOver, !connection.isBehind, end(side.other).isWritable else { return }
        end(side).read()
    }

    private func end(_ side: Side) -> RelayEnd { side == .initiator ? client : server }

    private func finish() {
        isOver = true
        for side in [Side.initiator, .responder] { proxy.take(connection.ended(.finished, from: side)) }
        proxy.take(connection.closed())
        connection.flush()
        client.close()
        server.close()
        itself = nil
    }
}
