package import Bytes

/// Reads the exchanges of one connection: its two directions, and the state that they share.
/// ```
///   received · missed · ended · closed ──► head · content · … · completed
/// ```
/// Which end is the client is decided by the bytes, on any port: a request line makes its sender the client,
/// a status line the server. A connection that speaks another protocol is reported as opaque, and no longer
/// read.
///
/// Memory is bounded by ``ExchangeLimits``. Nothing is shared with other connections but the counter of
/// exchanges.
package struct ConnectionExchanges: Sendable {
    // Each of the two stands apart, in an array, so that a connection takes memory for one of them only.
    /// The state of a connection that is read as HTTP/1; empty for others.
    private var http1: [HTTP1Connection]
    /// The state of one that is read as HTTP/2; empty for others.
    private var http2: [HTTP2Connection] = []
    private var lastFrame: Int?
    private var hasBytes = false
    /// Whether it has become a tunnel: what follows is no longer its own (RFC 9110 §9.3.6).
    package private(set) var isTunnel = false
    private let memory: MemoryBudget

    /// Makes the reader of a connection that was just opened.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - limits: how much is kept.
    ///   - numbers: gives its exchanges their numbers.
    ///   - memory: the memory of the capture.
    ///   - responseContents: of which responses the contents are reported.
    package init(
        _ connection: ConnectionSummary,
        limits: ExchangeLimits = ExchangeLimits(),
        numbers: ExchangeNumbers,
        memory: MemoryBudget = MemoryBudget(),
        responseContents: ResponseContents = .none
    ) {
        let first = HTTP1Connection(
            connection,
            limits: limits,
            numbers: numbers,
            memory: memory,
            responseContents: responseContents
        )
        http1 = [first]
        self.memory = memory
    }

    /// An estimate of the bytes that the connection takes in memory, the contents of messages left out, and what is
    /// taken from the budget for requests that wait, and for what the handler keeps of them.
    package var memoryBytes: Int {
        mutating get {
            if !http2.isEmpty { return http2[0].memoryBytes }
            return http1.isEmpty ? 0 : http1[0].memoryBytes
        }
    }

    /// The number of the exchange of a stream of HTTP/2 that is not completed; `nil` where there is none.
    package func exchange(ofStream stream: Int) -> Int? { http2.first?.exchange(ofStream: stream) }

    /// Whether the connection speaks HTTP/2.
    package var isHTTP2: Bool { !http2.isEmpty }

    /// Whether the end that opened a connection of HTTP/1 has sent lines that begin no message, and are not the excess of
    /// one.
    package var hasStrayLines: Bool {
        mutating get { !http1.isEmpty && http1[0].initiator.hasStrayLines }
    }

    /// Whether the client has sent some of the head of a request over HTTP/1, and not its end.
    package var hasUnfinishedHead: Bool {
        mutating get { !http1.isEmpty && http1[0].initiator.hasUnfinishedHead }
    }

    /// Whether the server has sent nothing over HTTP/1 since the last final response, or interim responses alone.
    package var awaitsFinalResponse: Bool {
        mutating get { !http1.isEmpty && http1[0].responder.isBetweenMessages }
    }

    /// The final responses whose contents have not ended.
    package var unfinishedResponses: [UnfinishedMessage] {
        http2.first?.unfinishedResponses ?? http1.first?.unfinishedResponse.map { [$0] } ?? []
    }

    /// Whether the connection speaks HTTP/1, as far as is known.
    package var isHTTP1: Bool {
        mutating get { !http1.isEmpty }
    }
    /// Whether the connection speaks another protocol.
    private var isOpaque: Bool { http1.isEmpty && http2.isEmpty }

    /// Reads the next bytes of one side's stream.
    ///
    /// - Returns: how many of them it has taken: those after them go through the tunnel that the connection has become.
    @discardableResult
    package mutating func received(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        guard !isOpaque else { return isTunnel ? 0 : bytes.byteCount }
        lastFrame = origin.frame ?? lastFrame
        hasBytes = true
        guard http2.isEmpty else {
            http2[0].receive(bytes, from: side, origin, &handler)
            return bytes.byteCount
        }
        let count = http1[0].receive(bytes, from: side, origin, &handler)
        guard http1[0].queue.switched != nil else { return bytes.byteCount }
        follow(&handler)
        if isTunnel { return count }
        if !http2.isEmpty {
            let rest = bytes.extracting(count..<bytes.byteCount)
            http2[0].receive(rest, from: side, origin.moved(by: count), &handler)
        }
        return bytes.byteCount
    }

    /// Skips missing bytes of one side's stream.
    package mutating func missed(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard !isOpaque else { return }
        guard http2.isEmpty else {
            http2[0].miss(length, from: side, cause: cause, origin, &handler)
            return
        }
        http1[0].miss(length, from: side, cause: cause, origin, &handler)
        follow(&handler)
    }

    /// Completes the exchanges that waited for the end of one side's stream.
    package mutating func ended(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard !isOpaque else { return }
        guard http2.isEmpty else {
            http2[0].end(end, from: side, &handler)
            return
        }
        http1[0].end(end, from: side, origin, &handler)
        follow(&handler)
    }

    /// Completes the exchanges of a connection of which nothing more follows.
    package mutating func closed(_ handler: inout some ExchangeEventHandler) {
        guard !isOpaque else { return }
        guard http2.isEmpty else {
            http2[0].close(&handler)
            return
        }
        let isUnknown = http1[0].queue.client == nil && http1[0].queue.summary.sawHandshake && hasBytes
        let origin = ByteOrigin(offset: 0, frame: lastFrame)
        http1[0].end(.captureEnded, from: .initiator, origin, &handler)
        http1[0].end(.captureEnded, from: .responder, origin, &handler)
        if isUnknown { http1[0].queue.leave(for: .opaque(.notHTTP, frame: lastFrame)) }
        follow(&handler)
        if !http2.isEmpty {
            http2[0].close(&handler)
        } else if !isOpaque {
            http1[0].queue.endBoth(&handler)
        }
    }

    /// Switches from HTTP/1 to the protocol that the connection turned out to use, if it did.
    private mutating func follow(_ handler: inout some ExchangeEventHandler) {
        // Most connections never do: what it would be taken from is not moved.
        guard http1[0].queue.switched != nil, let switched = http1[0].queue.switched.take() else { return }
        let queue = http1[0].queue
        switch switched {
        case .opaque(let reason, let frame):
            http1[0].abandon(&handler)
            http1 = []
            isTunnel = reason == .tunnel
            handler.handle(.opaque(reason, frame: frame))
        case .http2(let client):
            let connection = HTTP2Connection(
                queue.summary,
                client: client,
                limits: queue.limits,
                numbers: queue.numbers,
                memory: memory,
                responseContents: queue.responseContents
            )
            handOver(to: connection, &handler)
        case .upgraded(let entry, let client, let slots):
            let connection = HTTP2Connection(
                upgrading: entry,
                of: queue.summary,
                client: client,
                limits: queue.limits,
                numbers: queue.numbers,
                memory: memory,
                slots: slots,
                responseContents: queue.responseContents
            )
            handOver(to: connection, &handler)
        }
    }

    /// Passes the held bytes of both streams to another reader: no HTTP/1 message is being read in either of
    /// them.
    private mutating func handOver(
        to connection: consuming HTTP2Connection,
        _ handler: inout some ExchangeEventHandler
    ) {
        var last = http1[0]
        http1 = []
        http2 = [connection]
        for side in [Side.initiator, .responder] {
            let (frame, hasSkipped, held) =
                side == .initiator ? last.initiator.handOver(&handler) : last.responder.handOver(&handler)
            // The reader of frames must know that bytes before these were skipped.
            if hasSkipped { http2[0].loseFrames(from: side, frame: frame, &handler) }
            for piece in held {
                http2[0].receive(piece.bytes.span.bytes, from: side, piece.origin, &handler)
            }
        }
    }
}
