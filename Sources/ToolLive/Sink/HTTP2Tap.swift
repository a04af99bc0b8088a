import Bytes
import Exchanges
import Inspection
import NIOCore
import NIOHTTP2
import NIOSSL
import Pipeline
import Recording

/// One connection of HTTP/2: what passes is recorded and inspected before SwiftNIO's HTTP/2 sees it, which answers as a
/// peer must, and opens a channel for each stream.
final class HTTP2Tap: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let sink: UploadSink
    private var connection: LiveConnection?
    /// The requests that have ended and are not answered yet, by their streams: no more than streams may be open.
    private var ended: [Int: InspectedExchange] = [:]

    /// The requests whose verdicts were taken, and that are not answered.
    private var unansweredCount = 0
    /// The streams that are open.
    private var streams: [ObjectIdentifier: SinkStream] = [:]
    private var inputHasEnded = false
    /// Whether a read waits for the disk.
    private var holdsRead = false

    /// Whether the sink closes the connection without waiting for the client.
    var isClosedBySink = false

    private init(of sink: UploadSink, _ connection: LiveConnection) {
        self.sink = sink
        self.connection = connection
    }

    /// Adds it, and what answers the client, to a channel.
    static func add(
        to channel: any Channel,
        after gate: ProtocolGate,
        _ sink: UploadSink,
        _ connection: LiveConnection
    ) throws {
        let tap = HTTP2Tap(of: sink, connection)
        let shared = NIOLoopBound(tap, eventLoop: channel.eventLoop)
        let idle = IdleStateHandler(allTimeout: .seconds(Int64(sink.timeout)))
        try channel.pipeline.syncOperations.addHandlers([idle, tap], position: .after(gate))
        var settings = HTTP2Relay.connectionConfiguration(window: nil)
        // A wrong length is what the sink is there to judge.
        settings.contentLengthValidation = .disabled
        var streams = HTTP2Relay.baseStreamConfiguration
        if let window = sink.streamWindow {
            settings.initialSettings.append(HTTP2Setting(parameter: .initialWindowSize, value: window))
            // Streams give back what they took: from its target SwiftNIO takes what the setting is less than the first one,
            // once the client has acknowledged it, and gives a stream that is open by then nothing more.
            streams.targetWindowSize = 0
        }
        _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: settings,
            streamConfiguration: streams,
            position: .last
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(SinkStream(of: shared.value.sink, shared.value))
            }
        }
        let errors = ConnectionErrors { shared.value.refused($0) }
        try channel.pipeline.syncOperations.addHandler(errors)
    }

    /// Frames are against the protocol, too many of a kind or too long: SwiftNIO has said so to the client.
    private func refused(_ error: any Error) {
        isClosedBySink = true
        sink.site.note("the client's HTTP/2 is refused: \(ConnectionErrors.text(error))")
    }

    /// The verdict on the request of a stream that has ended; `nil` where there is none.
    func takeVerdict(of stream: Int) -> InspectedExchange? {
        guard let verdict = ended.removeValue(forKey: stream) else { return nil }
        unansweredCount += 1
        return verdict
    }

    /// A stream is open.
    func opened(_ stream: SinkStream) { streams[ObjectIdentifier(stream)] = stream }

    /// A stream is closed.
    func closed(_ stream: SinkStream) { streams[ObjectIdentifier(stream)] = nil }

    /// The request of a verdict that was taken is answered: a client that sends no more gets no more.
    func answered(_ channel: (any Channel)?) {
        unansweredCount -= 1
        if inputHasEnded, unansweredCount == 0 { channel?.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        if let connection {
            take(buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) })
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if connection?.isBehind ?? false { holdsRead = true } else { context.read() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.flush()
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let buffer) = unwrapOutboundIn(data), let connection {
            take(buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .responder) })
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        connection?.flush()
        context.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent, unansweredCount == 0,
            !streams.values.contains(where: \.isRateLimited)
        {
            // Nothing came for as long as the sink waits, and no answer is due.
            isClosedBySink = true
            for stream in streams.values { stream.timeOut() }
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.value.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(100)) {
                context.value.close(promise: nil)
            }
            return
        }
        if case ChannelEvent.inputClosed = event {
            take(connection?.ended(.finished, from: .initiator) ?? [])
            inputHasEnded = true
            if unansweredCount == 0 { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is IOError: take(connection?.ended(.reset, from: .initiator) ?? [])
        case is NIOSSLError: take(connection?.ended(.finished, from: .initiator) ?? [])
        // Frames against the protocol, or too many of a kind: SwiftNIO has said so to the client.
        default: isClosedBySink = true
        }
        context.close(promise: nil)
    }

    /// The sink closes the connection: what the client does after that is not its own doing.
    func breakOff() {
        isClosedBySink = true
        take(connection?.ended(.reset, from: .responder) ?? [])
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        connection?.hasRoom = { [weak self] in
            guard let self, holdsRead else { return }
            holdsRead = false
            context.value.read()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func finish() {
        if let connection = connection.take() { sink.finish(connection, isByClient: !isClosedBySink) }
    }

    private func take(_ results: [InspectionResult]) {
        for result in results {
            switch result {
            case .judged(let exchange):
                if let stream = exchange.exchange.request?.http2?.stream { ended[stream] = exchange }
            case .completed(let exchange):
                if let stream = exchange.exchange.request?.http2?.stream { ended[stream] = nil }
                sink.report(result)
            default: sink.report(result)
            }
        }
    }
}
