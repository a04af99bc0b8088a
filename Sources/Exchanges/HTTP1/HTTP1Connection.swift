import Bytes

/// The state of a connection that is read as HTTP/1: its two directions, and what they share.
struct HTTP1Connection: Sendable {
    /// The direction of the end that opened the connection.
    var initiator: HTTP1MessageReader
    /// The other direction.
    var responder: HTTP1MessageReader
    /// Which end is the client, and which response answers which request.
    var queue: ExchangeQueue

    /// Makes the state of a connection that was just opened.
    init(
        _ connection: ConnectionSummary,
        limits: ExchangeLimits,
        numbers: ExchangeNumbers,
        memory: MemoryBudget,
        responseContents: ResponseContents
    ) {
        let isFromStart = connection.sawHandshake
        initiator = HTTP1MessageReader(side: .initiator, limits: limits, isFromStart: isFromStart)
        responder = HTTP1MessageReader(side: .responder, limits: limits, isFromStart: isFromStart)
        queue = ExchangeQueue(
            connection,
            limits: limits,
            numbers: numbers,
            memory: memory,
            responseContents: responseContents
        )
    }

    /// An estimate of the bytes that it takes in memory, apart from what its queue has taken from the budget.
    var memoryBytes: Int {
        mutating get {
            MemoryLayout<Self>.stride + ArrayGrowth.bytes(initiator.held.count)
                + ArrayGrowth.bytes(responder.held.count) + queue.memoryBytes
        }
    }

    /// The final response whose content has not ended; `nil` where none is being read.
    var unfinishedResponse: UnfinishedMessage? {
        initiator.unfinishedResponse ?? responder.unfinishedResponse
    }

    /// Reads the next bytes of a side; returns how many of them were read.
    mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        switch side {
        case .initiator: initiator.receive(bytes, origin, &queue, &handler)
        case .responder: responder.receive(bytes, origin, &queue, &handler)
        }
    }

    /// Skips missing bytes of a side.
    mutating func miss(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        switch side {
        case .initiator: initiator.miss(length, cause: cause, origin, &queue, &handler)
        case .responder: responder.miss(length, cause: cause, origin, &queue, &handler)
        }
    }

    /// Ends the stream of a side.
    mutating func end(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        switch side {
        case .initiator: initiator.end(end, origin, &queue, &handler)
        case .responder: responder.end(end, origin, &queue, &handler)
        }
    }

    /// Gives up both directions: they carry another protocol.
    mutating func abandon(_ handler: inout some ExchangeEventHandler) {
        initiator.abandon(&queue, &handler)
        responder.abandon(&queue, &handler)
        queue.endBoth(&handler)
    }
}
