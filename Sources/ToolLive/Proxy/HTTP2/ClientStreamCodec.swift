import Bytes
import Exchanges
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A client's stream of HTTP/2 as a connection of HTTP/1.1 with one request: frames come in as the bytes of that request, and
/// the bytes of its response leave as frames.
final class ClientStreamCodec: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// How the head of the request is written; as HTTP/1.1 has it before that came.
    private(set) var style = RequestStyle()
    private var exchange = StreamExchange()
    private var isChunked = false
    private var hasBegun = false
    private var requestHasEnded = false
    /// The head of the response while it is not known whether something follows: without that it ends the stream, as the
    /// server's did.
    private var head: HPACKHeaders?
    /// Whether the end of the response is where the connection closes.
    private var answerIsUnframed = false
    /// Done once the end of the response is written; `nil` before.
    private var answerEnd: EventLoopFuture<Void>?
    private var isClosing = false
    /// How a response that has not ended is cut off; `nil` for what SwiftNIO says, CANCEL.
    private var reset: StreamReset?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers) where !hasBegun: begin(headers, context)
        case .headers(let headers) where headers.endStream: end(context, headers.headers)
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data else { return }
            if bytes.readableBytes > 0 {
                if isChunked { pass("\(String(bytes.readableBytes, radix: 16))\r\n", context) }
                pass(bytes, context)
                if isChunked { pass("\r\n", context) }
            }
            if data.endStream { end(context, nil) }
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The end of the request is passed on once, as that of a stream.
        if case ChannelEvent.inputClosed = event { return }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        write(bytes.withUnsafeReadableBytes { exchange.response($0.bytes) }, context)
        guard let promise else { return }
        if let answerEnd { answerEnd.cascade(to: promise) } else { promise.succeed() }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard let reset = event as? StreamReset else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        self.reset = reset
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, answerIsUnframed, answerEnd == nil, reset == nil {
            write(exchange.responseEnded(), context)
        }
        flush(context: context)
        guard let answerEnd, !isClosing else {
            // A stream whose response has not ended is reset.
            if let reset { context.writeAndFlush(wrapOutboundOut(.rstStream(reset.code)), promise: nil) }
            return context.close(promise: promise)
        }
        isClosing = mode == .all
        // What the client's window does not let through yet goes first.
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        answerEnd.assumeIsolated().whenComplete { [self] _ in
            if !requestHasEnded {
                // The rest of the request is not needed (RFC 9113 §8.1).
                requestHasEnded = true
                context.value.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
            }
            if mode == .all { context.value.close(promise: promise) } else { promise?.succeed() }
        }
    }

    func flush(context: ChannelHandlerContext) {
        writeHead(context)
        context.flush()
    }

    private func writeHead(_ context: ChannelHandlerContext) {
        guard let headers = head.take() else { return }
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
    }

    private func begin(_ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
        guard let head = StreamHead.request(headers.headers, hasContent: !headers.endStream) else {
            context.writeAndFlush(wrapOutboundOut(.rstStream(.protocolError)), promise: nil)
            return
        }
        hasBegun = true
        style = RequestStyle(of: headers.headers)
        isChunked = head.isChunked
        if headers.headers.first(name: "expect")?.lowercased() == "100-continue" {
            // The proxy takes the body: the server's own 100 comes after that of another connection.
            let answer = HTTP2Frame.FramePayload.headers(.init(headers: [":status": "100"]))
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
        pass(ByteBuffer(bytes: head.bytes), context)
        if headers.endStream { end(context, nil) }
    }

    private func end(_ context: ChannelHandlerContext, _ trailers: HPACKHeaders?) {
        guard !requestHasEnded, hasBegun else { return }
        requestHasEnded = true
        if isChunked { pass(ByteBuffer(bytes: StreamHead.trailers(trailers)), context) }
        context.fireChannelReadComplete()
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    private func pass(_ text: String, _ context: ChannelHandlerContext) {
        pass(ByteBuffer(string: text), context)
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        // It is read as well: the response to HEAD ends with its head.
        _ = bytes.withUnsafeReadableBytes { exchange.request($0.bytes) }
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    private func write(_ pieces: [StreamExchange.Piece], _ context: ChannelHandlerContext) {
        for piece in pieces where answerEnd == nil {
            switch piece {
            case .interimHead(let head):
                // What a server says in advance is passed on (RFC 9110 §15.2).
                guard let headers = StreamHead.response(head) else { continue }
                context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
            case .head(let head):
                guard let headers = StreamHead.response(head) else { return context.close(promise: nil) }
                answerIsUnframed = head.framing == .untilClose
                self.head = headers
            case .content(let bytes):
                writeHead(context)
                context.write(
                    wrapOutboundOut(.data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes))))),
                    promise: nil
                )
            case .end(let trailers):
                let written = context.eventLoop.makePromise(of: Void.self)
                answerEnd = written.futureResult
                let trailers = StreamHead.trailers(trailers)
                if trailers == nil, let headers = self.head.take() {
                    let frame = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
                    context.write(wrapOutboundOut(frame), promise: written)
                    continue
                }
                writeHead(context)
                if let headers = trailers {
                    let frame = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
                    context.write(wrapOutboundOut(frame), promise: written)
                } else {
                    let frame = HTTP2Frame.FramePayload.data(
                        .init(data: .byteBuffer(ByteBuffer()), endStream: true)
                    )
                    context.write(wrapOutboundOut(frame), promise: written)
                }
            case .unreadable: return context.close(promise: nil)
            }
        }
    }
}
