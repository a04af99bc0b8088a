/// Why the rest of a connection cannot be read as HTTP/2: a connection error (RFC 9113 §5.4.1).
package enum HTTP2Error: Hashable, Sendable, CustomStringConvertible {
    /// The client's bytes after the upgrade are not the connection preface (RFC 9113 §3.4).
    case preface
    /// The server answered the preface with a response of HTTP/1.
    case answeredInHTTP1
    /// A frame is larger than the other side allows (RFC 9113 §4.2).
    case frameSize(type: String, length: Int, limit: Int)
    /// A frame has a length that its type cannot have (RFC 9113 §6).
    case frameLength(type: String, length: Int)
    /// A frame is on a stream, or on none, where its type is not allowed (RFC 9113 §6).
    case stream(type: String, stream: Int)
    /// A header block is interrupted by another frame, or CONTINUATION continues nothing (RFC 9113 §6.10).
    case continuation(type: String)
    /// The padding is longer than the payload (RFC 9113 §6.1).
    case padding(type: String)
    /// A header block exceeds the limit on its length in bytes.
    case headerBlock(limit: Int)
    /// A header block cannot be decoded (RFC 9113 §4.3).
    case compression(String)
    /// The client sent PUSH_PROMISE (RFC 9113 §8.4).
    case pushByClient

    /// The error in a few words.
    package var description: String {
        switch self {
        case .preface: "the client's preface is not there"
        case .answeredInHTTP1: "the server answered in HTTP/1.1, so it does not speak HTTP/2 here"
        case .frameSize(let type, let length, let limit):
            "a \(type) frame of \(length) bytes passes the limit of \(limit)"
        case .frameLength(let type, let length): "a \(type) frame cannot have \(length) bytes"
        case .stream(let type, let stream): "a \(type) frame does not belong on stream \(stream)"
        case .continuation(let type): "a \(type) frame stands where a header block must go on, or cannot"
        case .padding(let type): "a \(type) frame has more padding than payload"
        case .headerBlock(let limit): "a header block passes the limit of \(limit) bytes"
        case .compression(let reason): reason
        case .pushByClient: "the client sent PUSH_PROMISE"
        }
    }
}
