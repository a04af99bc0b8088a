import Exchanges
import NIOHTTP2

/// The server has reset a stream of HTTP/2 (RFC 9113 §5.4.2).
struct StreamReset: Error {
    /// Why.
    let code: NIOHTTP2.HTTP2ErrorCode

    /// Whether the server has done nothing with the request, so that it may be sent again (RFC 9113 §8.7).
    var isRefusal: Bool { code == .refusedStream }

    /// The name of the code.
    var reason: String { Exchanges.HTTP2ErrorCode(UInt32(code.networkCode)).description }
}
