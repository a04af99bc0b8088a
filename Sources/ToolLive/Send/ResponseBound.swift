import NIOCore

/// Ends an attempt where the server sends too much, or takes too long, however often something moves: it may send
/// interim responses, or a byte a second, for ever.
final class ResponseBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let byteLimit: Int
    private let time: TimeAmount
    private var receivedBytes = 0
    private var timer: Scheduled<Void>?

    /// Makes a bound for one attempt.
    ///
    /// - Parameters:
    ///   - bytes: the greatest number of bytes that are taken, heads and interim responses included.
    ///   - time: the greatest time from the connection's beginning to the end of the response.
    init(bytes: Int, time: TimeAmount) {
        byteLimit = bytes
        self.time = time
    }

    func channelActive(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.value.fireErrorCaught(SendFailure.timedOut)
        }
        context.value.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard receivedBytes <= byteLimit else { return }
        receivedBytes += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        if receivedBytes > byteLimit { context.fireErrorCaught(SendFailure.tooLong(limit: byteLimit)) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }
}
