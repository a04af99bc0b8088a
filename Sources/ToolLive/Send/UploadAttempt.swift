import Bytes
import Exchanges
import Forms
import NIOCore
import Pipeline
import Recording

/// One request on one connection: writes head and form, and takes the response.
///
/// The form is read as the socket takes it. What passes is recorded and inspected as in the sink, and the inspection alone
/// reads the response.
final class UploadAttempt: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = IOData

    /// The bytes that are read of the form at once: from 128 KiB on the allocator asks the system for fresh pages each
    /// time, which costs more than the system calls that larger pieces save.
    private static let pieceSize = 64 * 1024
    /// The bytes of a file that the system sends at once.
    private static let regionSize = 1 << 20
    /// The bytes of a response that are kept.
    private static let contentLimit = 16 << 20
    /// How long is waited for `100 Continue` (RFC 9110 §10.1.1).
    private static let continueWait = TimeAmount.seconds(1)
    /// How long is waited for the rest of a response that came before the request was sent.
    private static let earlyWait = TimeAmount.seconds(2)

    private let head: [UInt8]
    private let pull: MultipartPull
    private let isChunked: Bool
    private let expectsContinue: Bool
    /// Whether the system may send files by itself: where they are neither encrypted, nor in chunks, nor recorded.
    private let sendsFiles: Bool
    /// The server's name and port, where the form is sent over TLS.
    private let secureServer: (name: String, port: Int)?
    private let timeout: TimeAmount
    private let traffic: LiveTraffic
    private let promise: EventLoopPromise<Void>
    private let progress: (Int) -> Void
    private var connection: LiveConnection?
    private var context: ChannelHandlerContext?
    private var isStarted = false
    private var isWaiting = false
    private var isDone = false
    private var timer: Scheduled<Void>?
    /// What came of it so far.
    private(set) var outcome = UploadOutcome()
    /// Why the form could not be written to its end.
    private(set) var failure: MultipartFailure?

    /// Prepares to send.
    ///
    /// - Parameters:
    ///   - head: the head of the request.
    ///   - writer: the form.
    ///   - isChunked: whether it is sent in chunks.
    ///   - expectsContinue: whether to wait for `100 Continue`, a second at most.
    ///   - secureServer: the server's name and port, where it is sent over TLS.
    ///   - timeout: how long to wait where nothing moves.
    ///   - traffic: records and inspects.
    ///   - promise: is completed when the response is there, or will not come.
    ///   - progress: is called with the number of bytes of the form that were sent.
    init(
        head: [UInt8],
        _ writer: MultipartWriter,
        isChunked: Bool,
        expectsContinue: Bool,
        secureServer: (name: String, port: Int)?,
        timeout: TimeAmount,
        traffic: LiveTraffic,
        promise: EventLoopPromise<Void>,
        progress: @escaping (Int) -> Void
    ) {
        self.head = head
        pull = writer.pull()
        self.isChunked = isChunked
        self.expectsContinue = expectsContinue
        self.secureServer = secureServer
        sendsFiles = secureServer == nil && !isChunked && traffic.recorder == nil
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

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is IOError { take(connection?.ended(.reset, from: .responder) ?? []) }
        promise.fail(error)
        finish()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    // MARK: Sending

    /// Begins, once bytes can be sent: over TLS that is after the handshake.
    func start() {
        guard !isStarted, let context, let client = Endpoint(context.channel.localAddress),
            let server = Endpoint(context.channel.remoteAddress)
        else { return }
        isStarted = true
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
        write(ByteBuffer(bytes: head))
        guard expectsContinue else { return send() }
        isWaiting = true
        context.flush()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.continueWait) { [weak self] in
            guard let self, isWaiting else { return }
            isWaiting = false
            send()
        }
    }

    /// Sends as much of the form as the socket takes.
    private func send() {
        guard isStarted, let context, !isWaiting, !isDone, !outcome.isSent else { return }
        do {
            while context.channel.isWritable, !(connection?.isBehind ?? false) {
                if sendsFiles, let region = try pull.region(atMost: Self.regionSize) {
                    write(region)
                    context.flush()
                    progress(outcome.sentBytes)
                    restart()
                    continue
                }
                var piece = context.channel.allocator.buffer(capacity: Self.pieceSize)
                let count = try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) {
                    room in
                    try pull.read(into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(Self.pieceSize)))
                }
                outcome.sentBytes += count
                if isChunked { write(ByteBuffer(string: "\(String(count, radix: 16))\r\n")) }
                if count > 0 { write(piece) }
                if isChunked { write(ByteBuffer(string: "\r\n")) }
                guard count > 0 else {
                    outcome.isSent = true
                    break
                }
                // Each piece is on its way before the next one is read.
                context.flush()
                connection?.flush()
                progress(outcome.sentBytes)
                restart()
            }
        } catch let error as MultipartFailure {
            failure = error
            return finish()
        } catch {
            promise.fail(error)
            return finish()
        }
        context.flush()
        connection?.flush()
    }

    private func write(_ buffer: ByteBuffer) {
        guard let context, let connection else { return }
        take(buffer.withUnsafeReadableBytes { connection.received($0.bytes, from: .initiator) })
        context.write(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
    }

    private func write(_ region: (descriptor: Int32, offset: Int, count: Int)) {
        guard let context, let connection else { return }
        take(connection.passed(region.count, from: .initiator))
        outcome.sentBytes += region.count
        let file = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: region.descriptor)
        let bytes = FileRegion(
            fileHandle: file,
            readerIndex: region.offset,
            endIndex: region.offset + region.count
        )
        let handle = NIOLoopBound(file, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.fileRegion(bytes))).whenComplete { _ in
            try? handle.value.close()
        }
    }

    // MARK: The response

    private func take(_ results: [InspectionResult]) {
        for result in results {
            switch result {
            case .responseHead(_, let head): begin(head)
            case .responseContent(_, let bytes):
                let room = Self.contentLimit - outcome.content.count
                if bytes.count > room { outcome.isCut = true }
                outcome.content += bytes.prefix(room)
            case .responseEnded: finish()
            default: break
            }
        }
    }

    private func begin(_ head: MessageHead) {
        let line = ResponseLine(head)
        outcome.status = line.status
        outcome.reason = line.reason
        for line in head.fields.lines {
            let name = String(decoding: head.fields[line.name], as: UTF8.self).lowercased()
            outcome.fields[name] =
                outcome.fields[name] ?? String(decoding: head.fields[line.value], as: UTF8.self)
        }
        guard !outcome.isSent else { return }
        // The server has said what it thinks of a request of which it has not seen the end: the rest is not wanted.
        isWaiting = true
        timer?.cancel()
        timer = schedule(after: Self.earlyWait) { $0.finish() }
    }

    private func restart() {
        timer?.cancel()
        timer = schedule(after: timeout) { attempt in
            attempt.promise.fail(SendFailure.timedOut)
            attempt.finish()
        }
    }

    private func schedule(after time: TimeAmount, _ body: @escaping (UploadAttempt) -> Void) -> Scheduled<
        Void
    >? {
        context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            if let self { body(self) }
        }
    }

    private func finish() {
        guard !isDone else { return }
        isDone = true
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
