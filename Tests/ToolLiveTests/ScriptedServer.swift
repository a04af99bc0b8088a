import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

/// A server of HTTP/1 that answers as a test wants, rightly or not, and keeps what it was sent.
final class ScriptedServer: Sendable {
    /// What it does once a request is there.
    enum Answer: Sendable, CustomTestStringConvertible {
        /// Sends bytes and closes the connection.
        case bytes(String)
        /// Closes the connection.
        case close
        /// Resets the connection, and listens no more.
        case vanish
        /// Sends a text, and resets the connection a moment later.
        case reset(String)
        /// Sends a text, and another one a moment later.
        case late(String, String)
        /// Sends nothing.
        case hang
        /// Sends a text, and nothing more.
        case stall(String)
        /// Sends a text, then another again and again, as fast as the client takes it.
        case flood(String, String)
        /// Sends a text, then one byte after each pause.
        case trickle(String)

        var testDescription: String {
            switch self {
            case .bytes(let text): "bytes \(text.debugDescription)"
            case .close: "close"
            case .vanish: "vanish"
            case .reset(let text): "\(text.debugDescription), then a reset"
            case .late(let text, let more): "\(text.debugDescription), then \(more.debugDescription)"
            case .hang: "hang"
            case .stall(let text): "\(text.debugDescription), then nothing"
            case .flood(let first, let more):
                "\(first.debugDescription), then \(more.prefix(20).debugDescription)…"
            case .trickle(let first): "\(first.debugDescription), then byte by byte"
            }
        }
    }

    /// The port on which it listens.
    let port: Int
    private let channel: any Channel
    private let received: Received

    /// The requests so far.
    private final class Received: Sendable {
        let requests = Mutex<[String]>([])
        let listener = Mutex<(any Channel)?>(nil)
    }

    private final class Exchange: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let received: Received
        private let answer: @Sendable (String, Int) -> Answer
        private var text = ""
        private var isAnswered = false

        init(_ received: Received, _ answer: @escaping @Sendable (String, Int) -> Answer) {
            self.received = received
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // Latin-1: each byte is a character.
            text += String(
                String.UnicodeScalarView(unwrapInboundIn(data).readableBytesView.map { Unicode.Scalar($0) })
            )
            guard !isAnswered, let end = text.unicodeScalars.firstRange(of: "\r\n\r\n".unicodeScalars) else {
                return
            }
            let head = text.unicodeScalars[..<end.lowerBound]
            let length = String(head).lowercased().split(separator: "content-length: ").last?.prefix(
                while: \.isNumber
            )
            let body = text.unicodeScalars[end.upperBound...].count
            guard body >= length.flatMap({ Int($0) }) ?? 0 else { return }
            isAnswered = true
            let count = received.requests.withLock { requests in
                requests.append(text)
                return requests.count
            }
            act(answer(text, count), NIOLoopBound(context, eventLoop: context.eventLoop))
        }

        private func act(_ answer: Answer, _ context: NIOLoopBound<ChannelHandlerContext>) {
            let channel = context.value.channel
            switch answer {
            case .bytes(let text):
                write(text, context).assumeIsolated().whenComplete { _ in channel.close(promise: nil) }
            case .close: channel.close(promise: nil)
            case .vanish:
                received.listener.withLock { $0?.close(promise: nil) }
                channel.close(promise: nil)
            case .reset(let text):
                _ = write(text, context)
                _ = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) {
                    let socket = channel as? any SocketOptionProvider
                    _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                    let tls = try? channel.pipeline.syncOperations.context(
                        handlerType: NIOSSLServerHandler.self
                    )
                    // Below TLS, which would end it.
                    (tls ?? context.value).close(promise: nil)
                }
            case .late(let text, let more):
                _ = write(text, context)
                _ = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) {
                    _ = self.write(more, context)
                }
            case .hang: break
            case .stall(let text): _ = write(text, context)
            case .flood(let first, let more):
                write(first, context).assumeIsolated().whenSuccess { self.flood(more, context) }
            case .trickle(let text):
                write(text, context).assumeIsolated().whenSuccess { self.trickle(context) }
            }
        }

        private func flood(_ text: String, _ context: NIOLoopBound<ChannelHandlerContext>) {
            guard context.value.channel.isActive else { return }
            write(text, context).assumeIsolated().whenSuccess {
                // A write may be done at once: the next one does not go deeper.
                context.eventLoop.assumeIsolated().execute { self.flood(text, context) }
            }
        }

        private func trickle(_ context: NIOLoopBound<ChannelHandlerContext>) {
            guard context.value.channel.isActive else { return }
            _ = write("y", context)
            _ = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(100)) {
                self.trickle(context)
            }
        }

        private func write(_ text: String, _ context: NIOLoopBound<ChannelHandlerContext>) -> EventLoopFuture<
            Void
        > {
            context.value.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)))
        }
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameters:
    ///   - tls: its TLS; `nil` for none.
    ///   - answer: what is done with a request, of which the text is given and the number from 1.
    /// - Throws: where it cannot listen.
    init(tls: NIOSSLContext? = nil, _ answer: @escaping @Sendable (String, Int) -> Answer) throws {
        let received = Received()
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(Exchange(received, answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        self.received = received
        port = channel.localAddress?.port ?? 0
        received.listener.withLock { $0 = channel }
    }

    deinit { channel.close(promise: nil) }

    /// What it was sent so far: requests, in which each byte is a character.
    var requests: [String] { received.requests.withLock { $0 } }
}
