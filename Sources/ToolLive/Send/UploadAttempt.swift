import Bytes
import Exchanges
import NIOCore
import Pipeline
import Recording

/// One request on one connection: sends it step by step, and takes the response.
///
/// Content is read as the socket takes it. What passes is recorded and inspected as in the sink, and the inspection alone
/// reads the response.
final class UploadAttempt: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = IOData

    /// How long is waited for `100 Continue` (RFC 9110 §10.1.1).
    private static let continueWait = TimeAmount.seconds(1)
    /// How long is waited for the rest of a response that came before the request was sent.
    private static let earlyWait = TimeAmount.seconds(2)

    private let script: any RequestScript
    /// The server's name and port, where the request is sent over TLS.
    private let secureServer: (name: String, port: Int)?
    /// The bytes of a response that are kept.
    private let contentLimit: Int
    private let timeout: TimeAmount
    private let traffic: LiveTraffic
    private let promise: EventLoopPromise<Void>
    private let progress: (Int) -> Void
    private var connection: LiveConnection?
    private var context: ChannelHandlerContext?
    private var (isWaiting, isPausing, isDone) = (false, false, false)
    private var timer: Scheduled<Void>?
    private var clock = StepClock()
    /// What came of it so far.
    private(set) var outcome = UploadOutcome()
    /// Why the content could not be read to its end.
    private(set) var failure: (any Error)?

    /// Prepares to send.
    ///
    /// - Parameters:
    ///   - script: the request.
    ///   - secureServer: the server's name and port, where it is sent over TLS.
    ///   - contentLimit: the greatest number of bytes of the response's content that are kept.
    ///   - timeout: how long to wait where nothing moves.
    ///   - traffic: records and inspects.
    ///   - promise: is completed when the response is there, or will not come.
    ///   - progress: is called with the number of bytes of content that were sent.
    init(
        _ script: any RequestScript,
        secureServer: (name: String, port: Int)?,
        contentLimit: Int,
        timeout: TimeAmount,
        traffic: LiveTraffic,
        promise: EventLoopPromise<Void>,
        progress: @escaping (Int) -> Void
    ) {
        self.script = script
        self.secureServer = secureServer
        self.contentLimit = contentLimit
        self.timeout = timeout
        self.traffic = traffic
        self.promise = promise
        self.progress = progress
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) { start() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard let connection else { return }
        restart()
        outcome.receivedBytes += buffer.readableBytes
        take(buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .responder) })
        // A response of any kind ends the wait: an interim one lets the form go, a final one is looked at first.
        if isWaiting, outcome.status == nil {
            isWaiting = false
            send()
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.flush()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { send() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        take(connection?.ended(.finished, from: .responder) ?? [])
        finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        if error is IOError { take(connection?.ended(.reset, from: .responder) ?? []) }
        promise.fail(CertificateFault(error, on: context.pipeline) ?? error)
        finish()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    // MARK: Sending

    /// Begins, once bytes can be sent: over TLS that is after the handshake.
    func start() {
        guard clock.startedAt == nil, let context, let client = Endpoint(context.channel.localAddress),
            let server = Endpoint(context.channel.remoteAddress)
        else { return }
        clock.begin()
        let connection = traffic.opened(
            client: client,
            server: server,
            removedTLS: secureServer.flatMap { server in
                RemovedTLS(on: context.pipeline, serverName: server.name, "http/1.1", port: server.port)
            }
        )
        connection.hasRoom = { [weak self] in self?.send() }
        self.connection = connection
        restart()
        send()
    }

    /// Sends as much of the request as the socket takes.
    private func send() {
        guard clock.startedAt != nil, let context, !isWaiting, !isPausing, !isDone, !outcome.isSent else {
            return
        }
        do {
            while context.channel.isWritable, !(connection?.isBehind ?? false), !isWaiting, !isPausing,
                !outcome.isSent
            {
                take(try script.next(context.channel.allocator))
            }
        } catch {
            failure = error
            return finish()
        }
        flush()
    }

    private func take(_ step: RequestStep) {
        switch step {
        case .bytes(let bytes, let count):
            write(bytes)
            // Each piece of content is on its way before the next one is read.
            if count > 0 { moved(count) }
        case .file(let region):
            write(region)
            moved(region.count)
        case .pause(let time): pause(until: time)
        case .awaitContinue:
            isWaiting = true
            clock.waits()
            _ = schedule(after: Self.continueWait) { attempt in
                guard attempt.isWaiting, attempt.outcome.status == nil else { return }
                attempt.isWaiting = false
                attempt.send()
            }
        case .end(let closes):
            outcome.isSent = true
            if closes {
                flush()
                context?.close(mode: .output, promise: nil)
            }
        }
    }

    private func moved(_ count: Int) {
        outcome.sentBytes += count
        flush()
        progress(outcome.sentBytes)
        restart()
    }

    private func flush() {
        context?.flush()
        connection?.flush()
    }

    /// Waits until a time after the beginning.
    private func pause(until time: TimeAmount) {
        guard let delay = clock.delay(until: time) else { return }
        isPausing = true
        // The silence is meant: it has no limit.
        timer?.cancel()
        _ = schedule(after: delay) { attempt in
            attempt.isPausing = false
            attempt.restart()
            attempt.send()
        }
    }

    private func write(_ buffer: ByteBuffer) {
        guard let context, let connection else { return }
        take(buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) })
        written(context.write(wrapOutboundOut(.byteBuffer(buffer))))
    }

    private func write(_ region: (descriptor: Int32, offset: Int, count: Int)) {
        guard let context, let connection else { return }
        take(connection.passed(region.count, from: .initiator))
        let file = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: region.descriptor)
        let bytes = FileRegion(
            fileHandle: file,
            readerIndex: region.offset,
            endIndex: region.offset + region.count
        )
        let handle = NIOLoopBound(file, eventLoop: context.eventLoop)
        let written = context.write(wrapOutboundOut(.fileRegion(bytes)))
        written.whenComplete { _ in try? handle.value.close() }
        self.written(written)
    }

    /// A reset that is met while bytes are sent is told by their failure alone.
    private func written(_ write: EventLoopFuture<Void>) {
        write.assumeIsolated().whenFailure { [weak self] error in
            guard error is IOError, let self, let context, outcome.status == nil else { return }
            fail(error, context)
        }
    }

    // MARK: The response

    private func take(_ results: [InspectionResult]) {
        var hasEnded = false
        for result in results {
            switch result {
            case .responseHead(_, let head): begin(head)
            case .responseContent(_, let bytes): outcome.take(bytes, limit: contentLimit)
            case .responseEnded: hasEnded = true
            case .completed(let exchange): exchange.exchange.response.map { outcome.take($0) }
            default: break
            }
        }
        // Where it was reset, the exchange is complete at the same time: that it lacks something belongs to the outcome.
        if hasEnded { finish() }
    }

    private func begin(_ head: MessageHead) {
        outcome.take(head, after: clock.elapsed)
        guard !outcome.isSent else { return }
        // The server has said what it thinks of a request of which it has not seen the end: the rest is not wanted.
        isWaiting = true
        timer?.cancel()
        timer = schedule(after: Self.earlyWait) { $0.finish() }
    }

    /// Something has moved: the connection is there, or bytes passed.
    func restart() {
        timer?.cancel()
        timer = schedule(after: timeout) { attempt in
            attempt.promise.fail(SendFailure.timedOut)
            attempt.finish()
        }
    }

    private func schedule(after time: TimeAmount, _ body: @escaping (UploadAttempt) -> Void)
        -> Scheduled<Void>?
    {
        context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            if let self { body(self) }
        }
    }

    private func finish() {
        guard !isDone else { return }
        isDone = true
        outcome.duration = clock.elapsed
        timer?.cancel()
        if let connection = connection.take() {
            take(connection.ended(.finished, from: .initiator))
            take(connection.ended(.finished, from: .responder))
            take(connection.closed())
            connection.flush()
        }
        context?.close(promise: nil)
        promise.succeed()
    }
}
