import Bytes
import Exchanges
import NIOCore
import Pipeline
import Recording

/// Asks a proxy for a tunnel to a server, and makes way for what speaks through it (RFC 9110 §9.3.6).
///
/// The request and its answer are recorded and inspected as a connection of their own.
final class ProxyTunnel: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Why there is no tunnel.
    enum Failure: Error, CustomStringConvertible {
        /// The proxy answers with a status that is not 2xx.
        case refused(status: Int, reason: String)
        /// The proxy closes the connection instead of answering.
        case closed
        /// The proxy does not answer in time.
        case timedOut

        var description: String {
            switch self {
            case .refused(let status, let reason): "the proxy answers CONNECT with \(status) \(reason)"
            case .closed: "the proxy closed the connection without answering CONNECT"
            case .timedOut: "the proxy did not answer CONNECT in time"
            }
        }
    }

    private let authority: String
    private let authorization: (name: String, value: String)?
    private let timeout: TimeAmount
    private let traffic: LiveTraffic
    private let isOpened: (Result<ChannelHandlerContext, any Error>) -> Void
    private var connection: LiveConnection?
    private var context: ChannelHandlerContext?
    private var receivedBytes = 0
    private var timer: Scheduled<Void>?
    private var isDone = false

    /// Prepares the request.
    ///
    /// - Parameters:
    ///   - authority: the host and the port of the server.
    ///   - authorization: the field with credentials for the proxy; `nil` for none.
    ///   - timeout: how long to wait for the answer.
    ///   - traffic: records and inspects; its options hand on responses.
    ///   - isOpened: is called once, with the place in the pipeline after which what speaks is added, or why there is
    ///     no tunnel.
    init(
        to authority: String,
        _ authorization: (name: String, value: String)?,
        timeout: TimeAmount,
        traffic: LiveTraffic,
        isOpened: @escaping (Result<ChannelHandlerContext, any Error>) -> Void
    ) {
        self.authority = authority
        self.authorization = authorization
        self.timeout = timeout
        self.traffic = traffic
        self.isOpened = isOpened
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) { start() }

    /// Begins, on a connection that is there.
    func start() {
        guard connection == nil, let context else { return }
        guard let client = Endpoint(context.channel.localAddress),
            let server = Endpoint(context.channel.remoteAddress)
        else { return done(.failure(Failure.closed)) }
        let connection = traffic.opened(client: client, server: server)
        self.connection = connection
        let more = authorization.map { "\($0.name): \($0.value)\r\n" } ?? ""
        let head = Array("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\(more)\r\n".utf8)
        _ = connection.received(head.span.bytes, from: .initiator)
        connection.flush()
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: head)), promise: nil)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [weak self] in
            guard let self, !isDone else { return }
            finish()
            done(.failure(Failure.timedOut))
            self.context?.close(promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The channel may be one that reads only where it is asked to.
        if !isDone { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard let connection else { return }
        let start = receivedBytes
        receivedBytes += buffer.readableBytes
        for result in buffer.withUnsafeReadableBytes({ connection.received($0.bytes, from: .responder) }) {
            guard case .responseHead(_, let head) = result else { continue }
            let line = ResponseLine(head)
            finish()
            guard let status = line.status, (200...299).contains(status) else {
                done(.failure(Failure.refused(status: line.status ?? 0, reason: line.reason)))
                return context.close(promise: nil)
            }
            done(.success(context))
            // What the server says first may come with the answer.
            let offset = head.contentStart - start
            let rest = buffer.getSlice(
                at: buffer.readerIndex + offset,
                length: buffer.readableBytes - offset
            )
            if let rest, rest.readableBytes > 0 {
                context.fireChannelRead(NIOAny(rest))
                context.fireChannelReadComplete()
            }
            return context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard case ChannelEvent.inputClosed = event, !isDone else { return }
        finish()
        done(.failure(Failure.closed))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        done(.failure(Failure.closed))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish()
        done(.failure(error))
        context.close(promise: nil)
    }

    private func finish() {
        guard let connection = connection.take() else { return }
        for side in [Side.initiator, .responder] { _ = connection.ended(.finished, from: side) }
        _ = connection.closed()
        connection.flush()
    }

    private func done(_ result: Result<ChannelHandlerContext, any Error>) {
        guard !isDone else { return }
        isDone = true
        timer?.cancel()
        isOpened(result)
    }
}

/// The status line of a response.
struct ResponseLine {
    /// The status; `nil` where there is no number.
    let status: Int?
    /// The reason phrase.
    let reason: String

    /// Reads the status line of a head; HTTP/2 has a field instead (RFC 9113 §8.3.2).
    init(_ head: MessageHead) {
        let line = head.startLine
        guard !line.isEmpty else {
            status = head.fields.value(named: ":status").flatMap { Self.number($0) }
            reason = ""
            return
        }
        let space = UInt8(ascii: " ")
        let rest = line[(line.firstIndex(of: space) ?? line.endIndex)...].drop { $0 == space }
        let digits = rest.prefix { $0 != space }
        status = Self.number(digits)
        reason = String(decoding: rest[digits.endIndex...].dropFirst(), as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: digits, as: UTF8.self))
    }
}
