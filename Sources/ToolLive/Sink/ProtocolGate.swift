import Bytes
import Decryption
import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS
import Recording

/// The first handler of a connection: tells TLS, HTTP/2 and HTTP/1 apart by the first bytes, and makes way for what
/// serves them, so that one port takes all of them.
final class ProtocolGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum Choice { case tls(ClientOffer), http2, http1 }

    /// The type of a TLS record that holds a handshake (RFC 8446 §5.1).
    private static let handshakeRecord: UInt8 = 22

    private let sink: UploadSink
    /// What the client offered for the TLS that its bytes come out of; `nil` where they are plain.
    private let offer: ClientOffer?
    private var applicationProtocol: String?
    private var isAdmitted: Bool
    private var held = ByteBuffer()
    private var timer: Scheduled<Void>?

    /// Makes the gate of a connection that is accepted.
    init(of sink: UploadSink) {
        self.sink = sink
        offer = nil
        isAdmitted = false
    }

    private init(of sink: UploadSink, insideTLSFor offer: ClientOffer) {
        self.sink = sink
        self.offer = offer
        isAdmitted = true
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
        guard !isAdmitted else { return }
        isAdmitted = sink.admit(context.channel)
        if !isAdmitted { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        held.writeBuffer(&buffer)
        if let choice { open(for: choice, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted(let negotiated) = event { applicationProtocol = negotiated }
        guard case ChannelEvent.inputClosed = event, isAdmitted else {
            return context.fireUserInboundEventTriggered(event)
        }
        // What is there may be the beginning of the preface, and all that comes; often it is nothing.
        guard held.readableBytes > 0 else { return context.close(promise: nil) }
        open(for: .http1, context, before: ChannelEvent.inputClosed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if offer != nil { sink.reportHandshake(error) }
        context.close(promise: nil)
    }

    private var choice: Choice? {
        guard let first = held.readableBytesView.first else { return nil }
        guard sink.certificate != nil else { return .http1 }
        if first == Self.handshakeRecord, offer == nil {
            switch held.withUnsafeReadableBytes({ ClientOffer.reading($0.bytes) }) {
            case .incomplete: return nil
            case .complete(let offer): return .tls(offer)
            case .other: return .http1
            }
        }
        if HTTP2Preface.opens(held) { return .http2 }
        return HTTP2Preface.isBegun(by: held) ? nil : .http1
    }

    /// The TLS that the bytes came out of; `nil` where they are plain.
    private func removedTLS(_ context: ChannelHandlerContext) -> RemovedTLS? {
        guard let offer else { return nil }
        return RemovedTLS(
            on: context.pipeline,
            serverName: offer.serverName,
            applicationProtocol,
            port: context.channel.localAddress?.port ?? 443
        )
    }

    private func open(
        for choice: Choice,
        _ context: ChannelHandlerContext,
        before event: ChannelEvent? = nil
    ) {
        do {
            let pipeline = context.pipeline.syncOperations
            switch choice {
            case .tls(let offer):
                guard let certificate = sink.certificate else {
                    throw ChannelError.inappropriateOperationForState
                }
                let handlers: [any ChannelHandler] = [
                    NIOSSLServerHandler(context: try certificate.context()),
                    ProtocolGate(of: sink, insideTLSFor: offer),
                ]
                try pipeline.addHandlers(handlers, position: .after(self))
            case .http1:
                let connection = try sink.open(context.channel, removedTLS(context))
                let handler = SinkConnection(of: sink, connection, isSecure: offer != nil)
                try pipeline.addHandler(handler, position: .after(self))
            case .http2:
                let connection = try sink.open(context.channel, removedTLS(context))
                try HTTP2Tap.add(to: context.channel, after: self, sink, connection)
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
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }
}
