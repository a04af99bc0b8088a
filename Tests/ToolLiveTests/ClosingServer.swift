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
        private var isAnswered = false

        init(_ answer: ByteBuffer) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isAnswered else { return }
            isAnswered = true
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.value.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in
                context.value.close(promise: nil)
            }
        }
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameter length: the length of the content; `nil` for no answer.
    /// - Throws: where it cannot listen.
    init(length: Int?) throws {
        let answer = ByteBuffer(string: length.map { Self.head + String(repeating: "y", count: $0) } ?? "")
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answer(answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = UInt16(channel.localAddress?.port ?? 0)
    }

    deinit { channel.close(promise: nil) }
}
