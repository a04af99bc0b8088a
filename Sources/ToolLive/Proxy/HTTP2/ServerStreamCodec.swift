import Bytes
import Exchanges
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A stream of HTTP/2 to a server as a connection of HTTP/1.1 with one request: the bytes of that request leave as frames, and
/// frames come in as the bytes of its response.
final class ServerStreamCodec: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The bytes of content in a frame, where they are many: as Chromium has it, it fills one record of TLS with its head.
    static let frameSize = (16 << 10) - 9
    /// The bytes that a frame may have unless a server allows more (RFC 9113 §4.2).
    private static let frameLimit = 16 << 10

    private let departure: ServerDeparture
    private let scheme: String
    /// How the head of the request is written.
    private var style = RequestStyle()
    private var exchange = StreamExchange()
    private var isHead = false
    private var isChunked = false
    /// Whether the head of the final response has come.
    private var hasHead = false
    private var requestHasEnded = false
    private var responseHasEnded = false
    /// How the server has reset the stream; `nil` where it has not.
    private var reset: StreamReset?

    /// Makes the codec of a stream of a connection; `departure` knows which streams that takes no more.
    init(_ departure: ServerDeparture, isSecure: Bool) {
        self.departure = departure
        scheme = isSecure ? "https" : "http"
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        var pieces = bytes.withUnsafeReadableBytes { exchange.request($0.bytes) }[...]
        while let piece = pieces.popFirst() {
            if case .content(let bytes) = piece, case .end(let trailers)? = pieces.first,
                trailers.lines.isEmpty, !requestHasEnded
            {
                // As clients have it, the last bytes end the stream.
                requestHasEnded = true
                write(bytes, endsStream: true, context)
            } else {
                write(piece, context)
            }
        }
        promise?.succeed()
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard let style = event as? RequestStyle else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        self.style = style
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The end of a request is that of its content.
        guard mode == .all else {
            promise?.succeed()
            return
        }
        guard requestHasEnded, responseHasEnded else { return context.close(promise: promise) }
        // SwiftNIO, in the middle of the last frame, does not know yet that the stream has ended, and would reset it.
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.assumeIsolated().execute { context.value.close(promise: promise) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers) where !hasHead: begin(headers, context)
        case .headers(let headers) where headers.endStream: end(context, headers.headers)
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data else { return }
            if bytes.readableBytes > 0 {
                if isChunked { pass("\(String(bytes.readableBytes, radix: 16))\r\n", context) }
                context.fireChannelRead(wrapInboundOut(bytes))
                if isChunked { pass("\r\n", context) }
            }
            if data.endStream { end(context, nil) }
        case .rstStream(let code): reset = StreamReset(code: code)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // SwiftNIO reports a stream that it has reset itself in the same way as one that the server has, or will not take.
        let closed = error as? NIOHTTP2Errors.StreamClosed
        let isRefused = closed.map { departure.refuses($0.streamID) } ?? false
        if let reset { return context.fireErrorCaught(reset) }
        context.fireErrorCaught(isRefused ? StreamReset(code: .refusedStream) : ServerFault(error) ?? error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The end of the response is the end of its content; the stream closes after it.
        if case ChannelEvent.inputClosed = event { return }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // SwiftNIO does not tell streams why their connection is closed.
        if let fault = departure.fault { context.fireErrorCaught(fault) }
        context.fireChannelInactive()
    }

    private func begin(_ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
        guard let head = StreamHead.response(headers.headers, isBodiless: isHead) else {
            context.writeAndFlush(wrapOutboundOut(.rstStream(.protocolError)), promise: nil)
            return
        }
        hasHead = headers.headers.first(name: ":status")?.hasPrefix("1") == false
        isChunked = head.isChunked
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: head.bytes)))
        if headers.endStream { end(context, nil) }
    }

    private func end(_ context: ChannelHandlerContext, _ trailers: HPACKHeaders?) {
        if isChunked {
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: StreamHead.trailers(trailers))))
        }
        isChunked = false
        responseHasEnded = true
        context.fireChannelReadComplete()
    }

    private func pass(_ text: String, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(ByteBuffer(string: text)))
    }

    private func write(_ piece: StreamExchange.Piece, _ context: ChannelHandlerContext) {
        guard !requestHasEnded else { return }
        switch piece {
        // Only responses have it.
        case .interimHead: break
        case .head(let head):
            guard let headers = StreamHead.request(head, scheme: scheme, style) else {
                return context.close(promise: nil)
            }
            isHead = headers.first(name: ":method") == "HEAD"
            // A request without content ends with its head, as clients have it.
            requestHasEnded = head.framing == .none || head.declaredLength == 0 && head.framing != .chunked
            let frame = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: requestHasEnded))
            context.write(wrapOutboundOut(frame), promise: nil)
        case .content(let bytes): write(bytes, endsStream: false, context)
        case .end(let trailers):
            requestHasEnded = true
            if let headers = StreamHead.trailers(trailers) {
                let frame = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
                context.write(wrapOutboundOut(frame), promise: nil)
            } else {
                write([], endsStream: true, context)
            }
        case .unreadable: context.close(promise: nil)
        }
    }

    /// Writes content as it came, in frames of ``frameSize`` where it is longer than one may be.
    private func write(_ content: [UInt8], endsStream: Bool, _ context: ChannelHandlerContext) {
        var rest = content[...]
        repeat {
            let piece = rest.prefix(rest.count > Self.frameLimit ? Self.frameSize : rest.count)
            rest = rest.dropFirst(piece.count)
            let data = HTTP2Frame.FramePayload.Data(
                data: .byteBuffer(ByteBuffer(bytes: piece)),
                endStream: endsStream && rest.isEmpty
            )
            context.write(wrapOutboundOut(.data(data)), promise: nil)
        } while !rest.isEmpty
    }
}
