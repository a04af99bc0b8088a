import Bytes
import Exchanges
import NIOCore
import Pipeline
import Recording

/// One connection of the sink: what comes is recorded and inspected as it passes, and answered once a request has ended.
///
/// It parses nothing itself: the inspection says when a head is complete and when a request has ended.
final class SinkConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Timeout: Equatable { case none, request, answer, closing }

    let sink: UploadSink
    let isSecure: Bool
    var connection: LiveConnection?
    var context: ChannelHandlerContext?
    /// The request whose content is coming; `nil` between requests.
    var request: SinkRequest?
    var behavior = ServerBehavior()
    /// The bytes of the client before the request that is being read.
    var requestStart = 0
    /// Whether a final answer to the request that is being read was written before its end.
    var isAnsweredEarly = false
    /// Whether nothing more is read from the client.
    var isClosing = false
    var inputHasEnded = false
    /// Answers that wait, in the order of their requests: a later one never passes an earlier one.
    private var waiting: [(answer: SinkAnswer, request: SinkRequest?, delay: Double)] = []
    private var isDelayed = false
    /// The answer that stays open; `nil` for none.
    private var stream: AnswerStream?
    private var timer: Scheduled<Void>?
    private var timeout = Timeout.none
    private var holdsRead = false
    private var isRateLimited = false

    /// Serves a connection of `sink`.
    init(of sink: UploadSink, _ connection: LiveConnection, isSecure: Bool) {
        self.sink = sink
        self.isSecure = isSecure
        self.connection = connection
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection?.hasRoom = { [weak self] in self?.resumeReading() }
        restart(.request)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard let connection else { return }
        if !isClosing { restart(.request) }
        let results = buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) }
        take(results)
        if request == nil, !isClosing, connection.hasStrayLines { refuseStrayLines() }
        applyByteLimits()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.flush()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if connection?.isBehind ?? false {
            holdsRead = true
        } else if let rate = behavior.readRate, request != nil {
            guard !isRateLimited else { return }
            isRateLimited = true
            let size = FixedSizeRecvByteBufferAllocator(capacity: sink.limitedReadSize)
            try? context.channel.syncOptions?.setOption(.recvAllocator, value: size)
            let wait = TimeAmount.nanoseconds(1_000_000_000 * Int64(size.capacity) / Int64(rate))
            schedule(after: wait) { handler in
                handler.isRateLimited = false
                handler.context?.read()
            }
        } else {
            context.read()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        inputHasEnded = true
        take(connection?.ended(.finished, from: .initiator) ?? [])
        // Unless an answer is on its way, both sides are done.
        if waiting.isEmpty, !isDelayed { close() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { stream?.hasRoom?() }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client of TLS that closes without saying so has closed, not reset.
        take(connection?.ended(error is IOError ? .reset : .finished, from: .initiator) ?? [])
        isClosing = true
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    private func finish() {
        timer?.cancel()
        timer = nil
        stream.take()?.end()
        if let connection = connection.take() { sink.finish(connection, isByClient: !isClosing) }
    }

    private func resumeReading() {
        guard holdsRead else { return }
        holdsRead = false
        context?.read()
    }

    // MARK: Answers

    func answerEarly(_ answer: SinkAnswer) {
        guard !isAnsweredEarly else { return }
        isAnsweredEarly = true
        self.answer(answer, to: request)
    }

    func answer(_ answer: SinkAnswer, to request: SinkRequest?, after delay: Double = 0) {
        if answer.closes { isClosing = true }
        waiting.append((answer, request, delay))
        sendWaiting()
    }

    private func sendWaiting() {
        while !isDelayed, let next = waiting.first {
            guard next.delay == 0 else {
                isDelayed = true
                waiting[0].delay = 0
                restart(.none)
                after(next.delay) { handler in
                    handler.isDelayed = false
                    handler.sendWaiting()
                }
                return
            }
            waiting.removeFirst()
            restart(.request)
            send(next.answer.bytes(withBody: next.request?.method != "HEAD"))
            if let stream = next.answer.stream {
                open(stream)
            } else if next.answer.closes {
                closeOutput()
            } else if inputHasEnded, waiting.isEmpty {
                close()
            }
        }
    }

    /// Leaves an answer open: the client is not expected to send anything more.
    private func open(_ stream: AnswerStream) {
        guard let context else { return }
        isClosing = true
        restart(.none)
        self.stream = stream
        stream.begin(on: context.channel)
    }

    /// Records, inspects and sends bytes of the server.
    func send(_ bytes: [UInt8]) {
        guard let context, let connection else { return }
        take(connection.received(bytes.span.bytes, from: .responder))
        connection.flush()
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    // MARK: Time and end

    /// Sends no more, and waits for the client to do the same: a connection that is closed with bytes unread is reset,
    /// and the client may lose the answer (RFC 9112 §9.6).
    private func closeOutput() {
        guard let context else { return }
        isClosing = true
        take(connection?.ended(.finished, from: .responder) ?? [])
        connection?.flush()
        if inputHasEnded { return closeWhenSent() }
        context.close(mode: .output, promise: nil)
        restart(.closing)
    }

    private func close() {
        take(connection?.ended(.finished, from: .responder) ?? [])
        closeWhenSent()
    }

    /// Closes the connection at once.
    ///
    /// What the client does after that is not its own doing: over TLS it answers the close.
    func breakOff() {
        isClosing = true
        take(connection?.ended(.reset, from: .responder) ?? [])
        context?.close(promise: nil)
    }

    /// Closes the connection once all answers have left: with the connection, a client that is behind with reading would
    /// lose them.
    ///
    /// An empty write is done after those before it.
    private func closeWhenSent() {
        guard let context else { return }
        isClosing = true
        restart(.request)
        let empty = wrapOutboundOut(context.channel.allocator.buffer(capacity: 0))
        context.writeAndFlush(empty).assumeIsolated().whenComplete { [weak self] _ in
            self?.context?.close(promise: nil)
        }
    }

    private func restart(_ kind: Timeout) {
        // The timer of a connection on which much comes is not set anew for each piece.
        timer?.cancel()
        timer = nil
        timeout = kind
        let seconds = kind == .closing ? Int64(2) : kind == .none ? 0 : Int64(sink.timeout)
        guard seconds > 0 else { return }
        timer = schedule(after: .seconds(seconds)) { $0.timedOut() }
    }

    private func timedOut() {
        // The client waits for the sink, which reads slowly.
        if isRateLimited { return restart(timeout) }
        guard let connection else { return }
        guard timeout == .request, !isClosing, connection.receivedBytes > 0, waiting.isEmpty else {
            return breakOff()
        }
        guard let request else {
            // Between two requests nothing is owed.
            guard connection.hasUnfinishedHead else { return close() }
            return answer(SinkAnswer(status: 408, body: sink.overdueHead, closes: true), to: nil)
        }
        answerEarly(
            SinkAnswer(status: 408, body: sink.overdue(request, connection.receivedBytes), closes: true)
        )
    }

    func after(_ seconds: Double, _ body: @escaping (SinkConnection) -> Void) {
        guard seconds > 0 else { return body(self) }
        schedule(after: TimeAmount(seconds: seconds), body)
    }

    @discardableResult
    private func schedule(
        after time: TimeAmount,
        _ body: @escaping (SinkConnection) -> Void
    ) -> Scheduled<Void>? {
        context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            if let self { body(self) }
        }
    }
}
