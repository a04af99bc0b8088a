import NIOCore
import NIOPosix

/// A server that agrees to change the protocol where a request asks for it, and sends back all other bytes.
final class EchoServer {
    /// The port on which it listens.
    let port: UInt16
    private let channel: any Channel

    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            guard String(buffer: bytes).hasPrefix("GET ") else {
                return context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            }
            let answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }
    }

    /// Listens on a free port of the loopback interface.
    init() throws {
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Echo())
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = UInt16(channel.localAddress?.port ?? 0)
    }

    deinit { channel.close(promise: nil) }
}
