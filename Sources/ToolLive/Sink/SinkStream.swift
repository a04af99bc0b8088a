import NIOCore
import NIOHPACK
import NIOHTTP2
import Recording

/// One stream of HTTP/2: answers its request once that has ended.
final class SinkStream: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let sink: UploadSink
    private let tap: HTTP2Tap
    private var request: SinkRequest?
    private var behavior = ServerBehavior()
    private var receivedBytes = 0
    /// The bytes of the stream's window that the client has used and was not given back.
    private var usedWindow = 0
    private var isAnswered = false
    private(set) var isRateLimited = false
    private var context: ChannelHandlerContext?
    /// Whether the client has sent all of the request.
    private var hasEnded = false

    /// The seconds that a client has to stop a request that is answered.
    private static let stoppingTime = 1.0

    /// Serves a stream of the connection that `tap` sees.
    init(of sink: UploadSink, _ tap: HTTP2Tap) {
        self.sink = sink
        self.tap = tap
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers):
            hasEnded = headers.endStream
            if request == nil { begin(SinkRequest(headers.headers), context) }
            if headers.endStream { end(context) }
        case .data(let data):
            hasEnded = data.endStream
            receivedBytes += data.data.readableBytes
            // Padding and its length count too (RFC 9113 §6.1).
            usedWindow += data.data.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
            applyByteLimits(context)
            if data.endStream { end(context) }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A request that has ended needs no more, and what it is given then is an error.
        if sink.streamWindow != nil, usedWindow > 0, !hasEnded, context.channel.isActive {
            let update = HTTP2Frame.FramePayload.windowUpdate(windowSizeIncrement: usedWindow)
            usedWindow = 0
            context.writeAndFlush(wrapOutboundOut(update), promise: nil)
        }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        guard let rate = behavior.readRate, request != nil else { return context.read() }
        guard !isRateLimited else { return }
        isRateLimited = true
        // What is not read is not allowed to be sent anew (RFC 9113 §5.2).
        let wait = TimeAmount.nanoseconds(1_000_000_000 * Int64(sink.limitedReadSize) / Int64(rate))
        context.eventLoop.assumeIsolated().scheduleTask(in: wait) { [self] in
            isRateLimited = false
            if context.channel.isActive { context.read() }
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        tap.opened(self)
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        tap.closed(self)
        self.context = nil
    }

    /// Nothing came for as long as the sink waits: a request that has not ended is answered 408.
    func timeOut() {
        guard let context, let request, !hasEnded else { return }
        let text = sink.overdue(request, receivedBytes)
        answer(SinkAnswer(status: 408, body: text, closes: true), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func begin(_ request: SinkRequest, _ context: ChannelHandlerContext) {
        self.request = request
        behavior = sink.site.behavior(at: request.path)
        guard request.expectsContinue else { return }
        if behavior.refusesExpect {
            answer(SinkAnswer(status: 417, body: "The expectation is refused.\n"), context)
        } else if behavior.asksForCredentials, !request.isAuthorized {
            answer(sink.unauthorized, context)
        } else if (request.declaredLength ?? 0) > sink.bodyLimit {
            answer(sink.tooLong, context)
        } else if !behavior.ignoresExpect {
            after(behavior.continueDelay, context) { stream, context in
                guard !stream.isAnswered else { return }
                let headers = HPACKHeaders([(":status", "100")])
                context.writeAndFlush(stream.wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
            }
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !isAnswered,
            let stream = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID),
            let exchange = tap.takeVerdict(of: Int(stream))
        else { return }
        let answer = sink.answer(to: exchange, request, behavior)
        sink.site.answered(exchange, with: answer.status)
        let connection = context.channel.parent
        // A client that has reset the stream meanwhile waits for no answer, and counts as answered.
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(seconds: behavior.answerDelay)) {
            [self] in
            if context.channel.isActive { self.answer(answer, context) }
            tap.answered(connection)
        }
    }

    private func applyByteLimits(_ context: ChannelHandlerContext) {
        if let limit = behavior.closeAfter, receivedBytes >= limit {
            isAnswered = true
            tap.breakOff()
            context.channel.parent?.close(promise: nil)
        } else if receivedBytes >= behavior.rejectAfter ?? .max || receivedBytes > sink.bodyLimit {
            answer(
                SinkAnswer(
                    status: 413,
                    body: "The content is refused after \(receivedBytes) bytes.\n",
                    closes: true
                ),
                context
            )
        }
    }

    private func answer(_ answer: SinkAnswer, _ context: ChannelHandlerContext) {
        guard !isAnswered else { return }
        isAnswered = true
        var headers = HPACKHeaders([(":status", "\(answer.status)")])
        for field in answer.allFields { headers.add(name: field.name.lowercased(), value: field.value) }
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        let isBodiless = request?.method == "HEAD"
        let body = context.channel.allocator.buffer(bytes: isBodiless ? [] : answer.body)
        context.writeAndFlush(
            wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: true))),
            promise: nil
        )
        guard answer.closes, !hasEnded else { return }
        // The rest of the request is not needed (RFC 9113 §8.1): a client that has read the answer may stop by itself.
        after(Self.stoppingTime, context) { stream, context in
            guard !stream.hasEnded else { return }
            context.writeAndFlush(stream.wrapOutboundOut(.rstStream(.noError)), promise: nil)
        }
    }

    private func after(
        _ seconds: Double,
        _ context: ChannelHandlerContext,
        _ body: @escaping (SinkStream, ChannelHandlerContext) -> Void
    ) {
        guard seconds > 0 else { return body(self, context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(seconds: seconds)) { [self] in
            if context.channel.isActive { body(self, context) }
        }
    }
}

extension SinkRequest {
    /// Reads the head of a request of HTTP/2.
    fileprivate init(_ headers: HPACKHeaders) {
        self.init(
            method: headers.first(name: ":method") ?? "",
            target: headers.first(name: ":path") ?? "/",
            isSecure: headers.first(name: ":scheme") == "https",
            declaredLength: headers.first(name: "content-length").flatMap { Int($0) }
        ) { $0 == "host" ? headers.first(name: ":authority") : headers.first(name: $0) }
    }
}
