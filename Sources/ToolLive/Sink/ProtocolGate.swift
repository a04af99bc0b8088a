import NIOCore
import NIOHTTP2
import NIOSSL
import Recording

/// The first handler of a connection: tells TLS, HTTP/2 and HTTP/1 apart by the first bytes, and makes way for what
/// serves them, so that one port takes all of them.
final class ProtocolGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum Choice { case tls, http2, http1 }

    /// The type of a TLS record that holds a handshake (RFC 8446 §5.1).
    private static let handshakeRecord: UInt8 = 22
    /// The first bytes of a client of HTTP/2 (RFC 9113 §3.4).
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private let sink: UploadSink
    private let isInsideTLS: Bool
    private var connection: LiveConnection?
    private var held = ByteBuffer()
    private var timer: Scheduled<Void>?

    /// Makes the gate of a connection that is accepted.
    init(of sink: UploadSink) {
        self.sink = sink
        isInsideTLS = false
    }

    private init(of sink: UploadSink, insideTLSOf connection: LiveConnection) {
        self.sink = sink
        self.connection = connection
        isInsideTLS = true
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        // A client that never says what it speaks, or never ends its handshake.
        timer = context.value.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Int64(sink.timeout))) {
            context.value.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        guard !isInsideTLS else { return }
        connection = sink.admit(context.channel)
        if connection == nil { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        held.writeBuffer(&buffer)
        if let choice { open(for: choice, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event, connection != nil else {
            return context.fireUserInboundEventTriggered(event)
        }
        // What is there may be the beginning of the preface, and all that comes; often it is nothing.
        guard held.readableBytes > 0 else { return context.close(promise: nil) }
        open(for: .http1, context, before: ChannelEvent.inputClosed)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let connection = connection.take() { sink.finish(connection, isByClient: true) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isInsideTLS { sink.reportHandshake(error) }
        context.close(promise: nil)
    }

    private var choice: Choice? {
        guard let first = held.readableBytesView.first else { return nil }
        if first == Self.handshakeRecord, !isInsideTLS { return .tls }
        if held.readableBytesView.starts(with: Self.preface) { return .http2 }
        return Self.preface.starts(with: held.readableBytesView) ? nil : .http1
    }

    private func open(
        for choice: Choice,
        _ context: ChannelHandlerContext,
        before event: ChannelEvent? = nil
    ) {
        guard let connection = connection.take() else { return }
        do {
            let pipeline = context.pipeline.syncOperations
            switch choice {
            case .tls:
                let handlers: [any ChannelHandler] = [
                    NIOSSLServerHandler(context: try sink.certificate.context()),
                    ProtocolGate(of: sink, insideTLSOf: connection),
                ]
                try pipeline.addHandlers(handlers, position: .after(self))
            case .http1:
                let handler = SinkConnection(of: sink, connection, isSecure: isInsideTLS)
                try pipeline.addHandler(handler, position: .after(self))
            case .http2: try HTTP2Tap.add(to: context.channel, after: self, sink, connection)
            }
            let bytes = held
            held = ByteBuffer()
            if bytes.readableBytes > 0 {
                context.fireChannelRead(wrapInboundOut(bytes))
                context.fireChannelReadComplete()
            }
            // A handler that was removed has no next one to hand an event to.
            if let event { context.fireUserInboundEventTriggered(event) }
            pipeline.removeHandler(context: context, promise: nil)
        } catch {
            sink.finish(connection, isByClient: false)
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }
}
