import Bytes
import Connections

/// The exchanges of one connection: its two streams and what they have in common.
struct ConnectionExchanges {
    private var initiator: HTTP1MessageReader
    private var responder: HTTP1MessageReader
    private var dialogue: ExchangeQueue
    private var lastFrame = 0

    /// Makes the reader of a connection that was just opened.
    init(_ connection: ConnectionSummary, limits: ExchangeLimits, numbers: ExchangeNumbers) {
        initiator = HTTP1MessageReader(side: .initiator, limits: limits, isFromStart: connection.sawHandshake)
        responder = HTTP1MessageReader(side: .responder, limits: limits, isFromStart: connection.sawHandshake)
        dialogue = ExchangeQueue(connection, limits: limits, numbers: numbers)
    }

    /// The next bytes of a stream arrived.
    mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        guard dialogue.opaque == nil else { return }
        lastFrame = delivery.frame ?? lastFrame
        if let http2 = dialogue.http2 { return http2.receive(bytes, from: side, delivery, &handler) }
        let count =
            switch side {
            case .initiator: initiator.receive(bytes, delivery, &dialogue, &handler)
            case .responder: responder.receive(bytes, delivery, &dialogue, &handler)
            }
        if let http2 = dialogue.http2 {
            handOver(to: http2, &handler)
            let rest = bytes.extracting(count..<bytes.byteCount)
            http2.receive(rest, from: side, delivery.moved(by: count), &handler)
        }
    }

    /// Hands over what is held of both streams, of which neither had a message, or those were HTTP/1 and are over.
    private mutating func handOver(
        to http2: HTTP2Connection,
        _ handler: inout some ExchangeHandler
    ) {
        for piece in initiator.handOver(dialogue, &handler) {
            http2.receive(piece.bytes.span.bytes, from: .initiator, piece.delivery, &handler)
        }
        for piece in responder.handOver(dialogue, &handler) {
            http2.receive(piece.bytes.span.bytes, from: .responder, piece.delivery, &handler)
        }
    }

    /// The next bytes of a stream are missing.
    mutating func miss(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        guard dialogue.opaque == nil else { return }
        if let http2 = dialogue.http2 {
            return http2.miss(length, from: side, cause: cause, delivery, &handler)
        }
        switch side {
        case .initiator: initiator.miss(length, cause: cause, delivery, &dialogue, &handler)
        case .responder: responder.miss(length, cause: cause, delivery, &dialogue, &handler)
        }
    }

    /// A stream has ended.
    mutating func end(
        _ end: StreamEnd,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        guard dialogue.opaque == nil else { return }
        if let http2 = dialogue.http2 { return http2.end(end, from: side, &handler) }
        switch side {
        case .initiator: initiator.end(end, delivery, &dialogue, &handler)
        case .responder: responder.end(end, delivery, &dialogue, &handler)
        }
    }

    /// Nothing more of the connection follows.
    mutating func close(_ handler: inout some ExchangeHandler) {
        guard dialogue.opaque == nil else { return }
        if let http2 = dialogue.http2 { return http2.close(&handler) }
        let isUnknown = dialogue.client == nil && dialogue.summary.sawHandshake && lastFrame > 0
        let delivery = ByteOrigin(base: 0, frame: lastFrame)
        initiator.end(.captureEnded, delivery, &dialogue, &handler)
        responder.end(.captureEnded, delivery, &dialogue, &handler)
        if isUnknown {
            dialogue.become(.notHTTP, frame: lastFrame, &handler)
        } else {
            dialogue.end(.request, &handler)
            dialogue.end(.response, &handler)
        }
    }
}
