import NIOCore
import NIOHTTP2

/// Gets the errors of a connection of HTTP/2 after which nothing more can be read (RFC 9113 §5.4.1): SwiftNIO has said so to
/// the peer, and leaves the connection open.
final class ConnectionErrors: ChannelInboundHandler {
    typealias InboundIn = Never

    private let failed: (any Error) -> Void

    /// Makes a handler that stands after SwiftNIO's HTTP/2.
    init(_ failed: @escaping (any Error) -> Void) { self.failed = failed }

    /// What an error means, in words.
    static func text(_ error: any Error) -> String {
        switch error {
        case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock, is NIOHTTP2Errors.UnableToSerializeFrame:
            "a head is longer than 16 KiB, which is taken only where HTTP/2 passes as it is"
        case is NIOHTTP2Errors.UnableToParseFrame:
            "a frame cannot be read, or a head is longer than 16 KiB"
        case is NIOHTTP2Errors.StreamClosed: "a frame does not fit its stream"
        case is any NIOHTTP2Error: "a frame is against the rules (\(type(of: error)))"
        default: "\(error)"
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stream alone is over.
        if error is NIOHTTP2Errors.StreamError || error is NIOHTTP2Errors.StreamClosed
            || error is NIOHTTP2Errors.NoSuchStream
        {
            return
        }
        failed(error)
        context.close(promise: nil)
    }
}
