import NIOCore
import NIOHTTP2

/// Sees that a server is about to close its connection of HTTP/2: it takes no more streams (RFC 9113 §6.8).
final class ServerDeparture: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let departed: () -> Void

    /// Makes a handler that stands after SwiftNIO's HTTP/2.
    init(_ departed: @escaping () -> Void) { self.departed = departed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .goAway = unwrapInboundIn(data).payload { departed() }
    }
}
