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
    /// What a client has sent before its server sent anything: all of it.
    struct Beginning {
        /// Its bytes, which were inspected.
        fileprivate(set) var bytes = ByteBuffer()
        /// Its first request; `nil` before the end of its head.
        fileprivate(set) var request: MessageRelay.Request?
        /// Whether it sends no more.
        fileprivate(set) var hasEnded = false
    }

    /// How much of that is kept, in bytes: each connection has some, and a refusal comes before a client has sent much.
    private static let beginningLimit = 32 << 10

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
    /// Whether something else than HTTP passes, as a WebSocket.
    private var isOpaque = false
    /// What the client has sent; `nil` once the server has sent something, or the proxy cannot answer in its place.
    private var beginning: Beginning? = Beginning()
    /// Answers in the place of a server that has refused the client before it sent anything.
    private let standIn: (ProxyRefusal, Beginning) -> Void
    /// Why nothing more passes; `nil` while something does.
    private var ending: ConnectionEnding?
    private var itself: ByteRelay?

    /// Begins to copy between two ends, of which no byte was read.
    ///
    /// - Parameters:
    ///   - connection: what is inspected and recorded.
    ///   - client: the end that leads to the client.
    ///   - server: the end that leads to the server.
    ///   - authority: what messages call the server.
    ///   - proxy: the proxy.
    ///   - standIn: takes over where the server refuses the client before it sends anything, and answers in its place.
    init(
        _ connection: LiveConnection,
        client: RelayEnd,
        server: RelayEnd,
        _ authority: String,
        of proxy: RecordingProxy,
        standIn: @escaping (ProxyRefusal, Beginning) -> Void
    ) {
        self.proxy = proxy
        self.standIn = standIn
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
        if side == .responder {
            isAnswering = true
            beginning = nil
        } else if beginning != nil {
            keep(buffer)
        }
        buffer.withUnsafeReadableBytes {
            connection.received($0.bytes, from: side) { result in
                if case .responseEnded = result { isAnswering = false }
                if case .opaque = result { isOpaque = true }
                if beginning != nil { look(at: result) }
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
        if side == .initiator { beginning?.hasEnded = true }
        ended(side, .finished)
        connection.flush()
        if hasEnded.client, hasEnded.server { return finish() }
        end(side.other).closeOutput()
    }

    func failed(_ error: any Error, on side: Side) {
        guard !isOver else { return }
        if side == .responder, let (text, status) = NetworkFailure.cause(error) {
            if let beginning {
                return refuse(ProxyRefusal(reason: status, text: "\(authority): \(text)"), beginning)
            }
            proxy.note("\(authority): \(text)")
        }
        // A peer of TLS that closes without saying so has closed, not reset.
        let isReset = error is IOError
        ended(side, isReset ? .reset : .finished)
        finish(resettingClient: isReset && side == .responder && lacksAnswer)
    }

    func closed(_ side: Side) {
        guard !isOver else { return }
        ended(side, .finished)
        finish()
    }

    func timedOut(_ side: Side) {
        guard !isOver else { return }
        ending = ending ?? .idle(proxy.settings.timeout)
        ended(side, .finished)
        finish(resettingClient: lacksAnswer)
    }

    /// Keeps what the client sends before the server has sent anything, unless that is too much.
    private func keep(_ buffer: ByteBuffer) {
        let count = (beginning?.bytes.readableBytes ?? 0) + buffer.readableBytes
        guard count <= Self.beginningLimit else { return beginning = nil }
        beginning?.bytes.writeImmutableBuffer(buffer)
    }

    /// Notes the first request; what is no HTTP gets no answer of HTTP.
    private func look(at result: borrowing InspectionResult) {
        switch result {
        case .requestHead(let number, let head) where beginning?.request == nil:
            beginning?.request = MessageRelay.Request(
                number: number,
                contentStart: head.contentStart,
                fields: head.fields
            )
        case .opaque: beginning = nil
        default: break
        }
    }

    /// Has the client told why its server is gone: what that says of a certificate it says after the handshake of TLS 1.3
    /// (RFC 8446 §4.4.2.4), when the client's own is over.
    private func refuse(_ refusal: ProxyRefusal, _ beginning: Beginning) {
        proxy.note("\(refusal.text); the client gets \(refusal.status)")
        isOver = true
        server.owner = nil
        server.close()
        itself = nil
        standIn(refusal, beginning)
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

    /// Whether some of a response of HTTP/1 came, and not its end; HTTP/2 says that itself.
    private var lacksAnswer: Bool {
        isAnswering && !isOpaque && !connection.isHTTP2 && !connection.awaitsFinalResponse
    }

    private func end(_ side: Side) -> RelayEnd { side == .initiator ? client : server }

    /// Closes both connections, the client's with a reset where it lacks the end of a response.
    private func finish(resettingClient: Bool = false) {
        isOver = true
        let rest = [Side.initiator, .responder].flatMap { connection.ended(.finished, from: $0) }
        proxy.take(rest + connection.closed(), ending, isAnswered: isAnswering)
        connection.flush()
        if resettingClient { client.reset() } else { client.close() }
        server.close()
        itself = nil
    }
}
