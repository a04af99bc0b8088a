import Bytes
import Exchanges
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
    /// What messages call the server.
    private let authority: String
    private var hasEnded = (client: false, server: false)
    private var isOver = false
    /// Whether the server has sent something since the last response.
    private var isAnswering = false
    /// Why nothing more passes; `nil` while something does.
    private var ending: ConnectionEnding?
    private var itself: ByteRelay?

    /// Begins to copy between two ends, of which no byte was read.
    init(
        _ connection: LiveConnection,
        client: RelayEnd,
        server: RelayEnd,
        _ authority: String,
        of proxy: RecordingProxy
    ) {
        self.proxy = proxy
        self.connection = connection
        self.client = client
        self.server = server
        self.authority = authority
        itself = self
        client.owner = self
        server.owner = self
        connection.hasRoom = { [weak self] in self?.readBoth() }
        readBoth()
    }

    /// Takes bytes that were read before it was there.
    func received(_ buffer: ByteBuffer, from side: Side) {
        guard !isOver else { return }
        if side == .responder { isAnswering = true }
        buffer.withUnsafeReadableBytes {
            connection.received($0.bytes, from: side) { result in
                if case .responseEnded = result { isAnswering = false }
                proxy.take(result)
            }
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
        ended(side, .finished)
        connection.flush()
        if hasEnded.client, hasEnded.server { return finish() }
        end(side.other).closeOutput()
    }

    func failed(_ error: any Error, on side: Side) {
        guard !isOver else { return }
        if side == .responder, let alert = NetworkFailure.cause(error)?.text {
            proxy.note("\(authority): \(alert)")
        }
        // A peer of TLS that closes without saying so has closed, not reset.
        ended(side, error is IOError ? .reset : .finished)
        finish()
    }

    func closed(_ side: Side) {
        guard !isOver else { return }
        ended(side, .finished)
        finish()
    }

    func timedOut(_ side: Side) {
        ending = ending ?? .idle(proxy.settings.timeout)
        closed(side)
    }

    private func ended(_ side: Side, _ end: StreamEnd) {
        ending = ending ?? proxy.ending(side, end)
        proxy.take(connection.ended(end, from: side), ending, isAnswered: isAnswering)
    }

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
        let rest = [Side.initiator, .responder].flatMap { connection.ended(.finished, from: $0) }
        proxy.take(rest + connection.closed(), ending, isAnswered: isAnswering)
        connection.flush()
        client.close()
        server.close()
        itself = nil
    }
}
