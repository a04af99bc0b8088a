import NIOCore
import NIOHTTP2

/// Sees that a server is about to close its connection of HTTP/2, or has: it takes no more streams (RFC 9113 §6.8).
final class ServerDeparture: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    /// Takes whether the server speaks HTTP/2, once it has shown that; `nil` where that was agreed on before.
    var answered: ((Bool) -> Void)?

    /// Why the connection is closed; `nil` where it is open, or the server has closed it.
    var fault: (any Error)?

    /// The last stream that the server takes; `nil` while it takes all.
    private var lastStream: HTTP2StreamID?
    private let departed: () -> Void

    /// Makes a handler that stands after SwiftNIO's HTTP/2.
    init(_ departed: @escaping () -> Void) { self.departed = departed }

    /// Whether the server has done nothing with a stream, so that its request may be sent again (RFC 9113 §6.8).
    func refuses(_ stream: HTTP2StreamID) -> Bool { lastStream.map { stream > $0 } ?? false }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Its first frame (RFC 9113 §3.4).
        if let answered = answered.take() { answered(true) }
        guard case .goAway(let last, _, _) = unwrapInboundIn(data).payload else { return }
        lastStream = last
        departed()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            // SwiftNIO leaves its own side open: streams would wait for responses that cannot come.
            departed()
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }
}
