package import Connections

/// Whether the content of a message is wanted as it arrives.
package enum ContentInterest: Sendable {
    /// Pass it to the handler.
    case wanted
    /// Count it only.
    case skipped
}

/// What is told of the exchanges of connections while their bytes arrive.
///
/// `exchange` is a number that the reader gives to each exchange over the whole capture, from 1, when its
/// request line is complete; where the capture has only the response, when the head of that is.
///
/// Calls for one message come in order: head, content, gaps; completion is the last call for an exchange.
/// Those for the response may come between those for the request, or before all of them where its packet was
/// captured first.
package protocol ExchangeHandler {
    /// The head of a request is complete; says whether its content is wanted.
    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest

    /// The next bytes of a request's content, transfer coding taken off; valid during the call only.
    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan)

    /// The next `length` bytes of a request's content are not in the capture.
    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause)

    /// The head of a final response is complete; says whether its content is wanted.
    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest

    /// The next bytes of a response's content.
    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan)

    /// The next `length` bytes of a response's content are not in the capture.
    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause)

    /// Nothing more of the exchange follows.
    mutating func completed(_ exchange: Int, _ result: consuming Exchange)

    /// The rest of a connection, from these stream offsets on, is not read: why, in a few words.
    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int)

    /// Something about a connection that is worth a word.
    ///
    /// - Parameters:
    ///   - remark: what.
    ///   - connection: the connection's number.
    ///   - frame: the frame in which it showed, 0 where the source has no frames.
    mutating func remark(_ remark: ConnectionDiagnostic, connection: Int, frame: Int)

    /// Bytes that belong to no message that was seen: the rest of one that began before the capture or in a
    /// gap.
    ///
    /// - Parameters:
    ///   - connection: the connection's number.
    ///   - side: who sent them.
    ///   - offset: the stream offset of the first of them.
    ///   - length: how many they are; gaps may lie between them, and are not counted.
    ///   - frame: the frame that carried the first of them, 0 where the source has no frames.
    mutating func skipped(connection: Int, from side: Side, at offset: Int, length: Int, frame: Int)
}

extension ExchangeHandler {
    /// Passes over the remark.
    package mutating func remark(_ remark: ConnectionDiagnostic, connection: Int, frame: Int) {}

    /// Passes over what belongs to no message.
    package mutating func skipped(connection: Int, from side: Side, at offset: Int, length: Int, frame: Int) {
    }
}

/// Something about a connection that a user may wonder about, besides its exchanges.
package enum ConnectionDiagnostic: Hashable, Sendable {
    /// An HTTP/2 connection broke the rules, and is not read any more.
    case http2Error(HTTP2Error)
    /// A side of an HTTP/2 connection ended it with GOAWAY for an error (RFC 9113 §6.8).
    case goAway(HTTP2ErrorCode, byClient: Bool)
    /// A server says of a request of HTTP/2 that it has not acted on it (RFC 9113 §8.7).
    case unprocessed
    /// A server push of HTTP/2 was passed over (RFC 9113 §8.4).
    case pushIgnored
    /// Field lines of HTTP/2 refer to what the capture lacks, and are not known (RFC 7541 §2.3.2).
    case unknownFields
    /// Frames of HTTP/2 are missing from the capture; reading goes on where a frame begins again.
    case framesLost
}

/// Why a connection, or the rest of it, is not read.
package enum OpaqueReason: UInt8, Hashable, Sendable {
    /// The bytes are not HTTP: unknown protocol.
    case notHTTP
    /// The bytes are TLS records.
    case tls
    /// The bytes are HTTP/2 up to an error after which nothing can be read (RFC 9113 §5.4.1).
    case brokenHTTP2
    /// A CONNECT succeeded: a tunnel follows (RFC 9110 §9.3.6).
    case tunnel
    /// An Upgrade succeeded: another protocol follows (RFC 9110 §7.8).
    case upgraded
    /// An Upgrade to WebSocket succeeded (RFC 6455 §4.2.2).
    case webSocket
}
