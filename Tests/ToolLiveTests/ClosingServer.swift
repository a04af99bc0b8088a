import NIOCore
import NIOPosix

/// A server that answers whatever comes with many bytes, whose end is that of the connection, or with none.
final class ClosingServer {
    /// The port on which it listens.
    let port: UInt16
    /// The head of its response.
    static let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    private let channel: any Channel

    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let answer: ByteBuffer
        private let delay: TimeAmount
        private var isAnswered = false

        init(_ answer: ByteBuffer, after delay: TimeAmount) {
            self.answer = answer
            self.delay = delay
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isAnswered else { return }
            isAnswered = true
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            // What it does not read makes its close a reset.
            try? context.value.channel.syncOptions?.setOption(.autoRead, value: false)
            context.value.eventLoop.assumeIsolated().scheduleTask(in: delay) {
                context.value.writeAndFlush(self.wrapOutboundOut(self.answer)).assumeIsolated().whenComplete {
                    _ in
                    context.value.close(promise: nil)
                }
            }
        }
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameters:
    ///   - length: the length of the content; `nil` for no answer.
    ///   - delay: how long it waits before it answers and closes.
    /// - Throws: where it cannot listen.
    init(length: Int?, after delay: TimeAmount = .zero) throws {
        let answer = ByteBuffer(string: length.map { Self.head + String(repeating: "y", count: $0) } ?? "")
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answer(answer, after: delay))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = UInt16(channel.localAddress?.port ?? 0)
    }

    deinit { channel.close(promise: nil) }
}
