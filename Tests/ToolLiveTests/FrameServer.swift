import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import ToolLive

/// A server of HTTP/2 over TLS that answers requests with the frames that a test wants, rightly or not.
final class FrameServer: Sendable {
    /// What it does once the head of a request is there.
    enum Answer: Sendable {
        /// Sends frames.
        case frames([UInt8])
        /// Sends frames and closes the connection.
        case last([UInt8])
    }

    /// The port on which it listens.
    let port: Int
    private let channel: any Channel
    private let counts: Counts

    private final class Counts: Sendable {
        let requests = Mutex(0)
        let connections = Mutex(0)
    }

    private final class Connection: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let counts: Counts
        private let answer: @Sendable (Int, UInt8) -> Answer
        private var input = ByteBuffer()
        private var hasPreface = false

        init(_ counts: Counts, _ answer: @escaping @Sendable (Int, UInt8) -> Answer) {
            self.counts = counts
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var data = unwrapInboundIn(data)
            input.writeBuffer(&data)
            if !hasPreface {
                guard input.readSlice(length: 24) != nil else { return }
                hasPreface = true
                counts.connections.withLock { $0 += 1 }
                write(FrameServer.frame(4, on: 0), context)
            }
            while let length = input.getBytes(at: input.readerIndex, length: 3).map({
                Int($0[0]) << 16 | Int($0[1]) << 8 | Int($0[2])
            }), let frame = input.readBytes(length: 9 + length) {
                guard frame[3] == 1 else { continue }
                let number = counts.requests.withLock { count in
                    count += 1
                    return count
                }
                switch answer(number, frame[8]) {
                case .frames(let bytes): write(bytes, context)
                case .last(let bytes):
                    write(bytes, context)
                    context.close(promise: nil)
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }

    /// A frame (RFC 9113 §4.1).
    static func frame(_ type: UInt8, flags: UInt8 = 0, on stream: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, stream] + payload
    }

    /// The head of a response with status 200, which may be all of it.
    static func head(on stream: UInt8, isEnd: Bool) -> [UInt8] {
        frame(1, flags: isEnd ? 5 : 4, on: stream, [0x88])
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameter answer: what is done with a request, of which the number from 1 is given and the stream.
    /// - Throws: where it cannot listen.
    init(_ answer: @escaping @Sendable (Int, UInt8) -> Answer) throws {
        let counts = Counts()
        let tls = try ServerCertificate(for: "localhost").context()
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: tls), Connection(counts, answer),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        self.counts = counts
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    /// The requests that came.
    var requestCount: Int { counts.requests.withLock { $0 } }

    /// The connections on which HTTP/2 was begun.
    var connectionCount: Int { counts.connections.withLock { $0 } }
}
