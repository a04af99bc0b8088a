import Bytes
import Exchanges
import NIOCore
import NIOHTTP2
import NIOSSL
import Pipeline
import Recording

/// A client's connection of HTTP/2 whose requests are looked at one by one: it is ended here, and each of its streams is
/// relayed as a connection of HTTP/1.1 with one request.
/// ```
///   client ─ TLS ─ this ─ SwiftNIO's HTTP/2 ─┬─ stream: ClientStreamCodec ─ MessageRelay ─ ServerStreamCodec ─┐
///                 └► recorded, inspected     └─ stream: …                      …                  server ◄────┘
/// ```
/// What passes is recorded and inspected here, as it is on the wire, before SwiftNIO's HTTP/2 sees it.
final class HTTP2Relay: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The servers that its streams go to.
    let servers: StreamServers

    private let proxy: RecordingProxy
    private let route: MessageRelay.Route
    private let address: UpstreamAddress
    private let connection: LiveConnection
    private let endpoints: (client: Endpoint, server: Endpoint)
    private let channel: any Channel
    /// The ends of the streams that are open.
    private var streams: [ObjectIdentifier: RelayEnd] = [:]
    /// What is to be known of the bytes that are written next: the comment on their first packet.
    private var comments: [String] = []
    private var inputHasEnded = false
    private var isOver = false
    /// The exchanges whose streams were reset because that was asked for.
    private var cutExchanges: Set<Int> = []
    /// Whether a read waits for the disk.
    private var holdsRead = false

    /// Takes over the channel of a client, after the handshake of its TLS.
    ///
    /// - Parameters:
    ///   - client: the last handler of the channel, which is removed.
    ///   - connection: what is inspected and recorded.
    ///   - route: which server gets the requests.
    ///   - address: the server that the client asked for.
    ///   - server: a connection to it on which HTTP/2 was agreed on.
    ///   - endpoints: the addresses of both ends.
    ///   - bytes: what was read before.
    ///   - known: what was read and inspected before.
    ///   - isPlain: whether the client speaks it without TLS, and so knows that its server does (RFC 9113 §3.3).
    ///   - proxy: the proxy.
    /// - Throws: where the channel is closed.
    static func begin(
        _ client: RelayEnd,
        _ connection: LiveConnection,
        _ route: MessageRelay.Route,
        to address: UpstreamAddress,
        server: RelayEnd?,
        _ endpoints: (client: Endpoint, server: Endpoint),
        with bytes: ByteBuffer = ByteBuffer(),
        after known: ByteBuffer = ByteBuffer(),
        isPlain: Bool = false,
        of proxy: RecordingProxy
    ) throws {
        guard let context = client.context else { throw ChannelError.alreadyClosed }
        let channel = context.channel
        let relay = HTTP2Relay(
            connection,
            route,
            to: address,
            server: server,
            endpoints,
            on: channel,
            isPlain: isPlain,
            of: proxy
        )
        let pipeline = channel.pipeline.syncOperations
        try client.watchBelow()
        try pipeline.addHandler(relay, position: .before(client))
        let shared = NIOLoopBound(relay, eventLoop: channel.eventLoop)
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: connectionConfiguration(),
            streamConfiguration: streamConfiguration
        ) { stream in
            stream.eventLoop.makeCompletedFuture { try shared.value.accept(stream) }
        }
        let errors = ConnectionErrors { [weak relay] in relay?.refused($0) }
        try pipeline.addHandler(errors)
        _ = pipeline.removeHandler(client)
        // Windows say how much may come, for each stream of its own.
        try channel.syncOptions?.setOption(.autoRead, value: true)
        let own = try pipeline.context(handler: relay)
        if known.readableBytes > 0 {
            own.fireChannelRead(NIOAny(known))
            own.fireChannelReadComplete()
        }
        guard bytes.readableBytes > 0 else { return }
        relay.channelRead(context: own, data: NIOAny(bytes))
        relay.channelReadComplete(context: own)
    }

    private init(
        _ connection: LiveConnection,
        _ route: MessageRelay.Route,
        to address: UpstreamAddress,
        server: RelayEnd?,
        _ endpoints: (client: Endpoint, server: Endpoint),
        on channel: any Channel,
        isPlain: Bool,
        of proxy: RecordingProxy
    ) {
        self.connection = connection
        self.route = route
        self.address = address
        self.endpoints = endpoints
        self.channel = channel
        self.proxy = proxy
        servers = StreamServers(of: proxy, first: server.map { (address, $0) }, triesPlainHTTP2: isPlain)
    }

    // MARK: Streams

    /// The number of the exchange of a stream, as it is reported; `nil` once it is over.
    func exchange(ofStream stream: Int) -> Int? { connection.exchange(ofStream: stream) }

    /// The stream of an exchange is about to be reset, because that was asked for.
    func noteCut(of exchange: Int) { cutExchanges.insert(exchange) }

    /// Has a result reported.
    private func take(_ result: consuming InspectionResult) {
        if cutExchanges.isEmpty { proxy.take(consume result) } else { takeCut(result) }
    }

    private func takeCut(_ result: InspectionResult) {
        guard case .completed(let exchange) = result, cutExchanges.remove(exchange.number) != nil else {
            return proxy.take(result)
        }
        proxy.take(result, cut: [exchange.number])
    }

    /// Adds a comment to the bytes that are written next.
    func add(_ comment: String, ofStream stream: Int) { comments.append("stream \(stream): \(comment)") }

    private func accept(_ stream: any Channel) throws {
        let end = RelayEnd(.initiator, of: nil)
        let id = ObjectIdentifier(stream)
        let number = try stream.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
        try stream.syncOptions?.setOption(.autoRead, value: false)
        let codec = ClientStreamCodec()
        try stream.pipeline.syncOperations.addHandlers([codec, end])
        streams[id] = end
        stream.closeFuture.assumeIsolated().whenComplete { [self] _ in
            streams[id] = nil
            closeIfDone()
        }
        // Its messages are reported as those of the connection; here they are only told apart.
        let messages = proxy.streamTraffic.opened(client: endpoints.client, server: endpoints.server)
        MessageRelay(
            messages,
            end,
            route,
            stream: MessageRelay.Stream(number.map { Int($0) } ?? 0, codec, of: self),
            of: proxy
        ).begin(with: ByteBuffer())
    }

    private func closeIfDone() {
        if inputHasEnded, streams.isEmpty { channel.close(promise: nil) }
    }

    // MARK: Events

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        buffer.withUnsafeReadableBytes {
            connection.received($0.bytes, from: .initiator) { take($0) }
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if connection.isBehind { holdsRead = true } else { context.read() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection.flush()
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let buffer) = unwrapOutboundIn(data) {
            let comment = comments.isEmpty ? nil : comments.joined(separator: "; ")
            comments = []
            buffer.withUnsafeReadableBytes {
                connection.received($0.bytes, from: .responder, comment: comment) { take($0) }
            }
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        connection.flush()
        context.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is IdleStateHandler.IdleStateEvent:
            // Nothing has passed for as long as is waited.
            if streams.isEmpty { return context.close(promise: nil) }
            for end in Array(streams.values) { end.owner?.timedOut(.initiator) }
        case ChannelEvent.inputClosed:
            ended(.finished)
            inputHasEnded = true
            closeIfDone()
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        ended(error is IOError ? .reset : .finished)
        context.close(promise: nil)
    }

    /// The client sends no more.
    private func ended(_ end: StreamEnd) {
        proxy.take(
            connection.ended(end, from: .initiator),
            proxy.ending(.initiator, end),
            isAnswered: false
        )
    }

    /// Frames are against the protocol, or too many of a kind, or too long: SwiftNIO has said so to the client.
    private func refused(_ error: any Error) {
        // What is written may be the server's.
        let subject = error is NIOHTTP2Errors.UnableToSerializeFrame ? "HTTP/2" : "the client's HTTP/2"
        proxy.note("\(address.authority): \(subject) is refused: \(ConnectionErrors.text(error))")
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        connection.hasRoom = { [weak self] in
            guard let self, holdsRead else { return }
            holdsRead = false
            context.value.read()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        // It holds the context, which holds this.
        connection.hasRoom = nil
        for side in [Side.initiator, .responder] { proxy.take(connection.ended(.finished, from: side)) }
        proxy.take(connection.closed())
        connection.flush()
        servers.close()
    }
}
