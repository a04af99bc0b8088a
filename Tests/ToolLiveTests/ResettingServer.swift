import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

@testable import ToolLive

/// A server of HTTP/2 over TLS that resets each stream once its request has ended.
final class ResettingServer {
    /// The port on which it listens.
    let port: UInt16
    private let channel: any Channel

    private final class Stream: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private let code: HTTP2ErrorCode
        private let content: String?

        init(_ code: HTTP2ErrorCode, after content: String?) {
            self.code = code
            self.content = content
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .headers(let headers) where headers.endStream: reset(context)
            case .data(let data) where data.endStream: reset(context)
            default: break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}

        private func reset(_ context: ChannelHandlerContext) {
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            guard let content else { return write(.rstStream(code), context) }
            write(.headers(.init(headers: HPACKHeaders([(":status", "200")]))), context)
            // What is reset takes with it what waits to be sent.
            let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(string: content))))
            let sent = context.value.writeAndFlush(wrapOutboundOut(data))
            sent.assumeIsolated().whenSuccess { self.write(.rstStream(self.code), context) }
        }

        private func write(_ frame: HTTP2Frame.FramePayload, _ context: NIOLoopBound<ChannelHandlerContext>) {
            context.value.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }
    }

    /// Listens on a free port of the loopback interface.
    ///
    /// - Parameters:
    ///   - code: why it resets streams.
    ///   - content: the beginning of the response; `nil` for no response.
    /// - Throws: where it cannot listen.
    init(code: Int, after content: String? = nil) throws {
        let tls = try ServerCertificate(for: "localhost").context()
        let code = HTTP2ErrorCode(networkCode: code)
        channel = try ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    _ = try pipeline.configureHTTP2Pipeline(
                        mode: .server,
                        connectionConfiguration: .init(),
                        streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(Stream(code, after: content))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .wait()
        port = UInt16(channel.localAddress?.port ?? 0)
    }

    deinit { channel.close(promise: nil) }
}
