import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server that answers each piece that comes as a test wants, over TLS or not, and may speak first, or first and last.
final class SpeakingServer: Sendable {
    /// The port on which it listens.
    let port: Int
    private let channel: any Channel
    private let text = Text()

    private final class Text: Sendable { let heard = Mutex("") }

    private final class Talk: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: Text
        private let greeting: String?
        private let endsWithGreeting: Bool
        private let answer: @Sendable (String) -> String?

        init(
            _ text: Text,
            _ greeting: String?,
            endsWithGreeting: Bool,
            _ answer: @escaping @Sendable (String) -> String?
        ) {
            self.text = text
            self.greeting = greeting
            self.endsWithGreeting = endsWithGreeting
            self.answer = answer
        }

        func channelActive(context: ChannelHandlerContext) {
            if let greeting { write(greeting, context) }
            if endsWithGreeting { context.close(mode: .output, promise: nil) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let piece = String(decoding: unwrapInboundIn(data).readableBytesView, as: UTF8.self)
            text.heard.withLock { $0 += piece }
            if let answer = answer(piece) { write(answer, context) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameters:
    ///   - greeting: what it says first; `nil` for nothing.
    ///   - endsWithGreeting: whether it ends its stream then, and goes on to listen.
    ///   - tls: its TLS; `nil` for none.
    ///   - answer: what it says to a piece; `nil` for nothing.
    /// - Throws: where it cannot listen.
    init(
        greeting: String? = nil,
        endsWithGreeting: Bool = false,
        tls: NIOSSLContext? = nil,
        _ answer: @escaping @Sendable (String) -> String?
    ) throws {
        let text = text
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelOption(.allowRemoteHalfClosure, value: endsWithGreeting)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(
                        Talk(text, greeting, endsWithGreeting: endsWithGreeting, answer)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    /// What it was sent so far.
    var heard: String { text.heard.withLock { $0 } }
}
