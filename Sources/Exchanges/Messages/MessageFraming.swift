/// How the end of a message's content is found (RFC 9112 §6.3, RFC 9113 §8.1).
package enum MessageFraming: UInt8, Hashable, Sendable {
    /// There is no content.
    case none
    /// Content-Length says how many bytes.
    case contentLength
    /// Transfer-Encoding: chunked.
    case chunked
    /// HTTP/2 DATA frames.
    case h2Data
    /// The content lasts until the connection closes (responses only).
    case untilClose
    /// There is no message framing: the body was given without a request, as a file.
    case bare

    /// The word that reports use for it.
    package var name: String {
        switch self {
        case .none: "none"
        case .contentLength: "content-length"
        case .chunked: "chunked"
        case .h2Data: "h2-data"
        case .untilClose: "until-close"
        case .bare: "none"
        }
    }
}

/// How the content of a message ended.
package enum MessageCompletion: UInt8, Hashable, Sendable {
    /// All of the content that the framing announces is there.
    case complete
    /// The sender closed its side (FIN) before the content was complete.
    case closedEarly
    /// The connection was reset before the content was complete.
    case reset
    /// The capture ended, or a limit was reached, before the content was complete: neither side is at fault.
    case captureEnded
    /// The chunked coding broke off: what followed cannot be read as chunks.
    case malformed
}
