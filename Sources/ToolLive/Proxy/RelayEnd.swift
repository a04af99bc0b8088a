import Bytes
import NIOCore
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

    /// Whom the connection leads to: the client is the initiator.
    let side: Side
    /// Gets its events.
    weak var owner: (any RelayOwner)?
    /// Called when the handshake of the TLS before it is over, with the protocol that was agreed on.
    var handshakeCompleted: ((String?) -> Void)?
    /// Whether it reads as soon as the connection is there.
    var readsAtOnce = false
    private(set) var context: ChannelHandlerContext?
    /// Whether a read is asked for that has not ended.
    private var isReading = false

    /// Makes the end that leads to a side.
    init(_ side: Side, of owner: (any RelayOwner)?) {
        self.side = side
        self.owner = owner
    }

    /// Whether the other end takes more bytes now.
    var isWritable: Bool { context?.channel.isWritable ?? false }

    /// Writes bytes, which leave with the next flush.
    func write(_ buffer: ByteBuffer) {
        guard let context, buffer.readableBytes > 0 else { return }
        context.write(wrapOutboundOut(buffer), promise: nil)
    }

    /// Sends what was written.
    func flush() { context?.flush() }

    /// Reads once.
    func read() {
        guard let context, !isReading else { return }
        isReading = true
        context.read()
    }

    /// Adds a handler before this one, which gets bytes first that were read before it was there.
    func take(_ bytes: ByteBuffer, through handler: some ChannelHandler) throws {
        guard let context else { throw ChannelError.alreadyClosed }
        let pipeline = context.pipeline.syncOperations
        let idle = try pipeline.context(handlerType: IdleStateHandler.self)
        try pipeline.addHandler(handler, position: .after(idle.handler))
        if bytes.readableBytes > 0 {
            idle.fireChannelRead(NIOAny(bytes))
            idle.fireChannelReadComplete()
        }
        read()
    }

    /// Sends no more once what was written has left.
    func closeOutput() { context?.close(mode: .output, promise: nil) }

    /// Closes the connection once what was written has left.
    func close() {
        guard let context else { return }
        context.flush()
        context.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) { if readsAtOnce { read() } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        owner?.received(unwrapInboundIn(data), from: side)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        owner?.readCompleted(from: side)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { owner?.becameWritable(side) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: owner?.inputEnded(side)
        case is IdleStateHandler.IdleStateEvent: owner?.timedOut(side)
        case TLSUserEvent.handshakeCompleted(let negotiated): handshakeCompleted?(negotiated)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { owner?.failed(error, on: side) }

    func channelInactive(context: ChannelHandlerContext) { owner?.closed(side) }
}
