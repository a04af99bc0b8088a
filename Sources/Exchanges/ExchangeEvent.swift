package import Bytes

/// Identifies the exchange that an event is about.
package struct ExchangeID: Hashable, Sendable {
    /// Its number over the whole source, from 1, in the order in which exchanges begin.
    package let number: Int
    /// Its index among those that its connection has not completed, from 0; reused afterwards.
    package let slot: Int

    /// Makes an identifier.
    package init(number: Int, slot: Int) {
        self.number = number
        self.slot = slot
    }
}

/// What happens, besides what happens to each, to the exchanges of one connection while its bytes arrive: the same for
/// HTTP/1, HTTP/2 and logs.
package enum ExchangeEvent: ~Copyable {
    /// The next bytes of a request's content are missing: how many, and why.
    case requestGap(ExchangeID, length: Int, cause: GapCause)
    /// The framing of a request's content is damaged: where the content ends is not known, unless its stream does.
    case requestBroken(ExchangeID)
    /// The head of an interim response other than 101 is complete (RFC 9110 §15.2): the final one is still to come. In a
    /// file, those before the content of a request are left out.
    case interimHead(ExchangeID, MessageHead)
    /// The next bytes of a response's content are missing: how many, and why.
    case responseGap(ExchangeID, length: Int, cause: GapCause)
    /// The rest of the connection is not read; the frame is the first one that shows why, `nil` where the
    /// source has no frames.
    case opaque(OpaqueReason, frame: Int?)
    /// Why something is missing or unread on the connection as a whole.
    case diagnostic(ConnectionDiagnostic, frame: Int?)
    /// Bytes that belong to no message that was seen: the rest of one that began before the capture or in a
    /// gap. Their sender, the stream offset and the frame of the first of them, and their number without
    /// gaps.
    case skipped(from: Side, at: Int, length: Int, frame: Int?)
}

/// Receives what happens to the exchanges of one connection while its bytes arrive.
///
/// The events of one message come in order: head, content and gaps, end; the last one of an exchange is that it is
/// completed. Events of the response may come between those of the request, or before all of them where its packet was
/// captured first. What happens to each exchange has a method of its own, which is called with values in their places: an
/// ``ExchangeEvent`` is moved several times.
/// ```
///   head ─► content · requestGap ─► ended ─────┐
///   head ─► content · responseGap ─► ended ────┴─► completed
/// ```
package protocol ExchangeEventHandler {
    /// Receives the next event.
    mutating func handle(_ event: consuming ExchangeEvent)

    /// Receives the head of a request or of a final response, which is complete, or the rest of it will not come.
    ///
    /// - Parameters:
    ///   - head: the head.
    ///   - id: the exchange.
    ///   - role: whether it is that of the request or of the final response.
    mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole)

    /// Receives the next bytes of a message's content, without the transfer coding; those of responses only where the
    /// reader was asked for them.
    ///
    /// - Parameters:
    ///   - bytes: valid during the call only.
    ///   - id: the exchange.
    ///   - role: whether it is the content of the request or of the final response.
    mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole)

    /// Receives that the content of a message has ended.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, as far as it has come: what comes after this (a response, bytes that follow the content) is
    ///     in the completed one.
    ///   - id: the exchange.
    ///   - role: whether it is the content of the request or of the final response.
    mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole)

    /// Receives an exchange of which nothing more follows.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, which is not needed afterwards: what is kept may be moved out of it.
    ///   - id: the exchange.
    mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID)

    /// An estimate of the bytes that it keeps in memory of the exchanges of the connection that are not completed.
    var keptBytes: Int { get }
}

extension ExchangeEventHandler {
    /// It keeps nothing.
    package var keptBytes: Int { 0 }
}

/// Why something is missing or unread on a connection as a whole.
package enum ConnectionDiagnostic: Hashable, Sendable {
    /// An HTTP/2 connection violates the protocol; the rest of it is not read.
    case http2Error(HTTP2Error)
    /// A side of an HTTP/2 connection ended it with GOAWAY for an error (RFC 9113 §6.8).
    case goAway(HTTP2ErrorCode, byClient: Bool)
    /// A server reports that it has not processed a request of HTTP/2 (RFC 9113 §8.7).
    case unprocessed
    /// A server push of HTTP/2 was ignored (RFC 9113 §8.4).
    case pushIgnored
    /// Field lines of HTTP/2 refer to table entries that the capture lacks, and are not known (RFC 7541
    /// §2.3.2).
    case unknownFields
    /// Frames of HTTP/2 are missing from the capture; reading resumes where a frame begins.
    case framesLost
}

/// Why a connection, or the rest of it, is not read.
package enum OpaqueReason: UInt8, Hashable, Sendable {
    /// The bytes are of an unknown protocol.
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
