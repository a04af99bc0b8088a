import Bytes
import NIOCore
import NIOSSL
import NIOTLS

/// What passes bytes between a client and a server: it gets the events of both connections.
protocol RelayOwner: AnyObject {
    /// Bytes of a side came.
    func received(_ buffer: ByteBuffer, from side: Side)
    /// No more bytes of a side are there for now.
    func readCompleted(from side: Side)
    /// A side has finished its stream.
    func inputEnded(_ side: Side)
    /// The connection to a side has failed.
    func failed(_ error: any Error, on side: Side)
    /// The connection to a side is closed.
    func closed(_ side: Side)
    /// Nothing has passed the connection to a side for as long as is waited.
    func timedOut(_ side: Side)
    /// A side takes bytes again.
    func becameWritable(_ side: Side)
}

/// The last handler of a connection of the proxy, to a client or to a server.
///
/// Its channel reads only where it is asked to, so that neither side is read faster than the other one takes.
final class RelayEnd: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long an end that is closed may take to get what was written for it.
    private static let closingTime = TimeAmount.seconds(60)

    /// Whom the connection leads to: the client is the initiator.
    let side: Side
    /// Gets its events, and first those that came while nothing did.
    weak var owner: (any RelayOwner)? {
        didSet { if let owner, let missed = missed.take() { missed.tell(owner, of: side) } }
    }
    /// Called when the handshake of the TLS before it is over, with the protocol that was agreed on.
    var handshakeCompleted: ((String?) -> Void)?
    /// Records what passes; `nil` where that is not wanted.
    var recording: UpstreamRecording?
    /// Whether it reads as soon as the connection is there.
    var readsAtOnce = false
    private(set) var context: ChannelHandlerContext?
    /// Takes off the TLS that what passes came in; `nil` for none.
    var tls: NIOSSLServerHandler?
    /// What came while nothing got its events: a server may speak as soon as it is there, or go away.
    private var missed: MissedEvents?
    /// Whether a read is asked for that has not ended.
    private var isReading = false
    /// Whether it is closed once what was written has left.
    private var isClosing = false
    /// Whether it is closed with a reset.
    var resets = false
    /// Closes it where that takes too long.
    private var closingTimer: Scheduled<Void>?
    /// Whether something was written since the last flush.
    private var isFilled = false
    /// Whether the channel takes more bytes now.
    private var hasRoom = true
    /// What is written at a pace; `nil` where all is written at once.
    private var pace: WritingPace?
    /// Reports a connection on which nothing passes; `nil` where none is.
    private var idle: IdleWatch?

    /// Makes the end that leads to a side.
    ///
    /// - Parameters:
    ///   - side: whom it leads to.
    ///   - owner: gets its events.
    ///   - idleTime: how long nothing may pass before that is reported; `nil` for as long as it takes.
    init(_ side: Side, of owner: (any RelayOwner)?, idleTime: TimeAmount? = nil) {
        self.side = side
        self.owner = owner
        // It is this end's alone. With a weak reference, each count of the end's references would take longer.
        idle = idleTime.map { IdleWatch($0) { [unowned self] in self.owner?.timedOut(self.side) } }
    }

    /// Whether the other end takes more bytes now.
    var isWritable: Bool {
        context != nil && hasRoom && pace?.isEmpty ?? true && !(recording?.isBehind ?? false)
    }

    /// Writes bytes, which leave with the next flush, or at the pace that is set.
    func write(_ buffer: ByteBuffer) {
        guard let context, buffer.readableBytes > 0 else { return }
        recording?.passed(buffer, from: side.other, on: context)
        guard pace != nil else {
            isFilled = true
            return context.write(wrapOutboundOut(buffer), promise: idle?.written(buffer, on: context))
        }
        pace?.add(buffer)
        writePacedSoon()
    }

    /// Lets so many bytes a second pass from now on; `nil` for as many as the socket takes.
    func setPace(bytesPerSecond: Int?) {
        if let bytesPerSecond {
            pace = pace ?? WritingPace(bytesPerSecond)
        } else if pace?.isEmpty ?? true {
            return pace = nil
        }
        // Without a rate: what waits was to be slow, what follows it is not.
        pace?.bytesPerSecond = bytesPerSecond
    }

    /// Begins an interval, unless one goes on; not at once: a write that fails ends the relay, which is in the middle of
    /// something.
    private func writePacedSoon() {
        guard let context, pace?.isWaiting == false else { return }
        pace?.isWaiting = true
        context.eventLoop.assumeIsolated().execute { [weak self] in
            self?.pace?.isWaiting = false
            self?.writePaced()
        }
    }

    /// Writes what may leave in this interval.
    private func writePaced() {
        guard let context, pace?.isWaiting == false else { return }
        pace?.beginInterval()
        while let piece = pace?.next() {
            context.write(wrapOutboundOut(piece), promise: idle?.written(piece, on: context))
        }
        context.flush()
        context.eventLoop.assumeIsolated().scheduleTask(in: WritingPace.interval) { [weak self] in
            self?.intervalEnded()
        }
        guard let paced = pace, paced.isEmpty else { return }
        switch paced.ending {
        case .none: break
        case .output: context.close(mode: .output, promise: nil)
        case .all: closeWhenWritten()
        }
    }

    private func intervalEnded() {
        pace?.isWaiting = false
        guard let paced = pace, paced.isEmpty else { return writePaced() }
        if paced.bytesPerSecond == nil { pace = nil }
        if isWritable { owner?.becameWritable(side) }
    }

    /// Sends what was written.
    func flush() {
        recording?.flush()
        guard isFilled else { return }
        isFilled = false
        context?.flush()
    }

    /// Reads once.
    func read() {
        guard let context, !isReading else { return }
        isReading = true
        context.read()
    }

    /// Reads no more than a number of bytes at once from now on.
    func limitReads(to count: Int) {
        let size = FixedSizeRecvByteBufferAllocator(capacity: count)
        try? context?.channel.syncOptions?.setOption(.recvAllocator, value: size)
    }

    /// Has a handler of its own notice that nothing passes, so that others can stand between it and this one.
    func watchBelow() throws {
        guard let context, let idle = idle.take() else { return }
        idle.end()
        try context.pipeline.syncOperations.addHandler(
            IdleStateHandler(allTimeout: idle.time),
            position: .before(self)
        )
    }

    /// Sends no more once what was written has left.
    func closeOutput() {
        recording?.ended(side.other)
        guard pace?.isEmpty ?? true else { return pace?.end(.output) ?? () }
        context?.close(mode: .output, promise: nil)
    }

    /// Closes the connection once what was written has left; one that takes nothing for ``closingTime`` all the same.
    func close() {
        guard context != nil, !isClosing else { return }
        isClosing = true
        owner = nil
        if pace?.isEmpty ?? true { closeWhenWritten() } else { pace?.end(.all) }
    }

    /// Closes a stream of HTTP/2 in the same way; where its response has not ended, it is reset as the server's was.
    func close(after reset: StreamReset) {
        context?.triggerUserOutboundEvent(reset, promise: nil)
        close()
    }

    /// An empty write is done once those before it are.
    private func closeWhenWritten() {
        guard let context else { return }
        closingTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.closingTime) { [weak self] in
            self?.closeNow()
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { [weak self] _ in
            self?.closeNow()
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        hasRoom = context.channel.isWritable
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // A connection that is over leaves nothing that waits.
        closingTimer?.cancel()
        idle?.end()
        self.context = nil
        tls = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        idle?.begin(on: context.eventLoop)
        if readsAtOnce { read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        recording?.passed(buffer, from: side, on: context)
        if let owner { return owner.received(buffer, from: side) }
        miss { $0.bytes.writeImmutableBuffer(buffer) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        idle?.passed()
        recording?.flush()
        owner?.readCompleted(from: side)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        hasRoom = context.channel.isWritable
        if hasRoom { owner?.becameWritable(side) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            recording?.ended(side)
            if let owner { owner.inputEnded(side) } else { miss { $0.inputHasEnded = true } }
        case is IdleStateHandler.IdleStateEvent: owner?.timedOut(side)
        case TLSUserEvent.handshakeCompleted(let negotiated):
            recording?.negotiated = negotiated
            handshakeCompleted?(negotiated)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let error = CertificateFault(error, on: context.pipeline) ?? error
        if let owner { owner.failed(error, on: side) } else { miss { $0.error = $0.error ?? error } }
    }

    func channelInactive(context: ChannelHandlerContext) {
        recording?.closed()
        if let owner { owner.closed(side) } else { miss { $0.isClosed = true } }
    }

    // MARK: Events that nothing got

    /// Whether the other end may send more than came already.
    var isOpen: Bool {
        guard let context, context.channel.isActive else { return false }
        return !(missed?.inputHasEnded ?? false) && missed?.error == nil
    }

    /// Takes the bytes that came while nothing got its events.
    func takeMissedBytes() -> ByteBuffer { missed.take()?.bytes ?? ByteBuffer() }

    private func miss(_ event: (inout MissedEvents) -> Void) {
        // One that is being closed has nothing more to say.
        guard !isClosing else { return }
        var missed = missed.take() ?? MissedEvents()
        event(&missed)
        self.missed = missed
    }
}
