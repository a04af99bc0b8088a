package import Bytes

/// Reads the exchanges of one connection: its two directions, and the state that they share.
/// ```
///   received · missed · ended · closed ──► requestHead · requestContent · … · completed
/// ```
/// Which end is the client is decided by the bytes, on any port: a request line makes its sender the client,
/// a status line the server. A connection that speaks another protocol is reported as opaque, and no longer
/// read.
///
/// Memory is bounded by ``ExchangeLimits``. Nothing is shared with other connections but the counter of
/// exchanges.
package struct ConnectionExchanges: Sendable {
    private var initiator: HTTP1MessageReader
    private var responder: HTTP1MessageReader
    private var queue: ExchangeQueue
    private var http2: HTTP2Connection?
    private var isOpaque = false
    private var lastFrame: Int?
    private var hasBytes = false
    private let numbers: ExchangeNumbers
    private let memory: MemoryBudget

    /// Makes the reader of a connection that was just opened.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - limits: how much is kept.
    ///   - numbers: gives its exchanges their numbers.
    ///   - memory: the memory of the capture.
    ///   - wantsResponseContent: whether the contents of responses are reported.
    package init(
        _ connection: ConnectionSummary,
        limits: ExchangeLimits = ExchangeLimits(),
        numbers: ExchangeNumbers,
        memory: MemoryBudget = MemoryBudget(),
        wantsResponseContent: Bool = false
    ) {
        initiator = HTTP1MessageReader(
            side: .initiator,
            limits: limits,
            isFromStart: connection.sawHandshake
        )
        responder = HTTP1MessageReader(
            side: .responder,
            limits: limits,
            isFromStart: connection.sawHandshake
        )
        queue = ExchangeQueue(
            connection,
            limits: limits,
            numbers: numbers,
            wantsResponseContent: wantsResponseContent
        )
        self.numbers = numbers
        self.memory = memory
    }

    /// Reads the next bytes of one side's stream.
    package mutating func received(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard !isOpaque else { return }
        lastFrame = origin.frame ?? lastFrame
        hasBytes = true
        guard http2 == nil else {
            http2?.receive(bytes, from: side, origin, &handler)
            return
        }
        let count =
            switch side {
            case .initiator: initiator.receive(bytes, origin, &queue, &handler)
            case .responder: responder.receive(bytes, origin, &queue, &handler)
            }
        guard queue.switched != nil else { return }
        follow(&handler)
        if http2 != nil {
            let rest = bytes.extracting(count..<bytes.byteCount)
            http2?.receive(rest, from: side, origin.moved(by: count), &handler)
        }
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
        guard http2 == nil else {
            http2?.miss(length, from: side, cause: cause, origin, &handler)
            return
        }
        switch side {
        case .initiator: initiator.miss(length, cause: cause, origin, &queue, &handler)
        case .responder: responder.miss(length, cause: cause, origin, &queue, &handler)
        }
        if queue.switched != nil { follow(&handler) }
    }

    /// Completes the exchanges that waited for the end of one side's stream.
    package mutating func ended(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard !isOpaque else { return }
        guard http2 == nil else {
            http2?.end(end, from: side, &handler)
            return
        }
        switch side {
        case .initiator: initiator.end(end, origin, &queue, &handler)
        case .responder: responder.end(end, origin, &queue, &handler)
        }
        if queue.switched != nil { follow(&handler) }
    }

    /// Completes the exchanges of a connection of which nothing more follows.
    package mutating func closed(_ handler: inout some ExchangeEventHandler) {
        guard !isOpaque else { return }
        guard http2 == nil else {
            http2?.close(&handler)
            return
        }
        let isUnknown = queue.client == nil && queue.summary.sawHandshake && hasBytes
        let origin = ByteOrigin(offset: 0, frame: lastFrame)
        initiator.end(.captureEnded, origin, &queue, &handler)
        responder.end(.captureEnded, origin, &queue, &handler)
        if isUnknown { queue.leave(for: .opaque(.notHTTP, frame: lastFrame)) }
        if queue.switched != nil { follow(&handler) }
        if http2 != nil { http2?.close(&handler) } else if !isOpaque { queue.endBoth(&handler) }
    }

    /// Switches from HTTP/1 to the protocol that the connection turned out to use.
    private mutating func follow(_ handler: inout some ExchangeEventHandler) {
        guard let switched = queue.switched.take() else { return }
        switch switched {
        case .opaque(let reason, let frame):
            initiator.abandon(&queue, &handler)
            responder.abandon(&queue, &handler)
            queue.endBoth(&handler)
            isOpaque = true
            handler.handle(.opaque(reason, frame: frame))
        case .http2(let client):
            http2 = HTTP2Connection(
                queue.summary,
                client: client,
                limits: queue.limits,
                numbers: numbers,
                memory: memory,
                wantsResponseContent: queue.wantsResponseContent
            )
            handOver(&handler)
        case .upgraded(let entry, let client, let slots):
            http2 = HTTP2Connection(
                upgrading: entry,
                of: queue.summary,
                client: client,
                limits: queue.limits,
                numbers: numbers,
                memory: memory,
                slots: slots,
                wantsResponseContent: queue.wantsResponseContent
            )
            handOver(&handler)
        }
    }

    /// Passes the held bytes of both streams to another reader: no HTTP/1 message is being read in either of
    /// them.
    private mutating func handOver(_ handler: inout some ExchangeEventHandler) {
        for side in [Side.initiator, .responder] {
            let (frame, hasSkipped, held) =
                side == .initiator ? initiator.handOver(&handler) : responder.handOver(&handler)
            // The reader of frames must know that bytes before these were skipped.
            if hasSkipped { http2?.loseFrames(from: side, frame: frame, &handler) }
            for piece in held {
                http2?.receive(piece.bytes.span.bytes, from: side, piece.origin, &handler)
            }
        }
    }
}
