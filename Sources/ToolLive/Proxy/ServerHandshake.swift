import Bytes
import NIOCore
import NIOSSL

/// The handshake of TLS with a server, before anything is passed on.
///
/// It keeps itself until that has ended.
final class ServerHandshake: RelayOwner {
    private let end: RelayEnd
    private let completed: (Result<String?, any Error>) -> Void
    private var timer: Scheduled<Void>?
    private var itself: ServerHandshake?

    /// Prepares a handshake; `completed` gets the protocol that was agreed on, or why there is none.
    init(_ end: RelayEnd, completed: @escaping (Result<String?, any Error>) -> Void) {
        self.end = end
        self.completed = completed
    }

    /// Begins.
    ///
    /// - Parameters:
    ///   - name: the server's name.
    ///   - protocols: the protocols that are offered to it.
    ///   - proxy: has the settings of TLS.
    func begin(for name: String, offering protocols: [String], by proxy: RecordingProxy) {
        itself = self
        end.owner = self
        end.handshakeCompleted = { [weak self] in self?.finish(.success($0)) }
        do {
            guard let context = end.context else { throw ChannelError.alreadyClosed }
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: RecordingProxy.connectTime) {
                [weak self] in self?.timedOut(.responder)
            }
            let handlers = try proxy.makeClientHandlers(for: name, offering: protocols)
            try context.pipeline.syncOperations.addHandlers(handlers, position: .before(end))
            end.read()
        } catch {
            finish(.failure(error))
        }
    }

    func received(_ buffer: ByteBuffer, from side: Side) {}
    func readCompleted(from side: Side) {}
    func inputEnded(_ side: Side) { finish(.failure(ProxyFailure.serverClosed)) }
    func failed(_ error: any Error, on side: Side) { finish(.failure(error)) }
    func closed(_ side: Side) { finish(.failure(ProxyFailure.serverClosed)) }
    func timedOut(_ side: Side) { finish(.failure(ProxyFailure.handshakeTimedOut)) }
    func becameWritable(_ side: Side) {}

    private func finish(_ result: Result<String?, any Error>) {
        guard itself != nil else { return }
        itself = nil
        timer?.cancel()
        end.handshakeCompleted = nil
        end.owner = nil
        if case .failure = result { end.close() }
        completed(result)
    }
}

/// Why a client is not served, or a server not spoken to.
enum ProxyFailure: Error, CustomStringConvertible {
    /// It closed the connection in the handshake.
    case serverClosed
    /// It did not go on with the handshake.
    case handshakeTimedOut
    /// There are as many connections as there may be.
    case tooManyConnections

    var description: String {
        switch self {
        case .serverClosed: "the server closed the connection in the handshake of TLS"
        case .handshakeTimedOut: "the server does not answer in the handshake of TLS"
        case .tooManyConnections: "there are too many connections"
        }
    }
}
