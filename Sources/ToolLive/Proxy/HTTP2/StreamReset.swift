import Exchanges
import NIOHTTP2

/// The server has reset a stream of HTTP/2 (RFC 9113 §5.4.2).
struct StreamReset: Error {
    /// That of a response that breaks off, for a reason that has no code of its own.
    static let internalError = StreamReset(code: .internalError)

    /// Why.
    let code: NIOHTTP2.HTTP2ErrorCode

    /// Whether the server has done nothing with the request, so that it may be sent again (RFC 9113 §8.7).
    var isRefusal: Bool { code == .refusedStream }

    /// The name of the code.
    var reason: String { Exchanges.HTTP2ErrorCode(UInt32(code.networkCode)).description }
}
