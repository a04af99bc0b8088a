import Bytes

extension HTTP2Connection {
    /// The slot of a stream's exchange; `nil` where it is not open.
    func slot(of number: Int) -> Int? { places[number] }

    /// Adds a stream.
    mutating func open(_ stream: consuming HTTP2Stream) {
        let (slot, number) = (stream.entry.id.slot, stream.number)
        while streams.count <= slot { streams.append(HTTP2Stream()) }
        streams[slot] = stream
        places[number] = slot
        opened.append(number)
        greatestStream = max(greatestStream, number)
    }

    /// Completes streams while more are open than the limit allows: the oldest whose request is complete first.
    mutating func makeRoom(_ handler: inout some ExchangeEventHandler) {
        while places.count >= max(limits.openStreams, 1) {
            let waiting = opened[firstWaiting...].compactMap { places[$0] }
            guard
                let slot = waiting.first(where: { streams[$0].entry.request == .closed }) ?? waiting.first
            else { return }
            let number = streams[slot].number
            close(.request, of: slot, .captureEnded, &handler)
            if places[number] != nil { close(.response, of: slot, .captureEnded, &handler) }
            if places[number] != nil { complete(slot, &handler) }
        }
    }

    /// A stream was reset (RFC 9113 §5.4.2); without an error, where the response needs nothing more of the request
    /// (§8.1).
    mutating func reset(
        _ number: Int,
        from side: Side,
        _ code: HTTP2ErrorCode,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let slot = places[number] else { return }
        streams[slot].reset(HTTP2Origin.Reset(code: code, isByClient: side == client))
        close(.request, of: slot, .reset, &handler)
        if places[number] != nil { close(.response, of: slot, .reset, &handler) }
        if places[number] != nil { complete(slot, &handler) }
    }

    /// A side begins to shut the connection down (RFC 9113 §6.8).
    ///
    /// What the client says in it concerns server push.
    mutating func goAway(
        _ payload: [UInt8],
        from side: Side,
        frame: Int?,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard payload.count == 8, let client else { return }
        let code = HTTP2ErrorCode(payload.suffix(4))
        if code != .none {
            handler.handle(.diagnostic(.goAway(code, byClient: side == client), frame: frame))
        }
        guard side != client else { return }
        let last = payload.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        lastProcessed = min(lastProcessed ?? last, last)
    }

    /// Whether the server says that it has not acted on a request, so that it may be sent again (RFC 9113 §8.7).
    private func isUnprocessed(_ slot: Int) -> Bool {
        let response = streams[slot].entry.response
        guard response == .awaited || response == .lost else { return false }
        return streams[slot].isUnprocessed || streams[slot].number > lastProcessed ?? .max
    }

    /// Closes a message: nothing more of it follows; without effect where it is closed already.
    mutating func close(
        _ role: MessageRole,
        of slot: Int,
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeEventHandler
    ) {
        switch role {
        case .request:
            guard streams[slot].entry.request == .open else { return }
            let isRejected = isUnprocessed(slot) || serverHasClosed
            let declared = streams[slot].request.draft.head.declaredLength ?? 0
            let isShort = streams[slot].request.draft.content.bodyLength < declared
            // A client that is refused may end its stream where it stands (RFC 9113 §8.1).
            let isAbandoned = completion == .complete && isShort && streams[slot].entry.wasRejectedEarly
            let completion = isAbandoned ? .closedEarly : completion
            let message = streams[slot].request.finish(completion, limits: limits)
            streams[slot].entry.closeRequest(completion, message, isRejected: isRejected, &handler)
        case .response:
            guard streams[slot].entry.response == .open else { return }
            let message = streams[slot].response.finish(completion, limits: limits)
            streams[slot].entry.closeResponse(message, &handler)
        }
        settle(slot, &handler)
    }

    /// Closes all messages that a side is sending, where its role is known.
    mutating func closeMessages(
        from side: Side,
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let role = role(of: side) else { return }
        for number in places.keys.sorted() {
            if let slot = places[number] { close(role, of: slot, completion, &handler) }
        }
    }

    /// Completes all exchanges that are over, in the order of their streams.
    mutating func settleAll(_ handler: inout some ExchangeEventHandler) {
        for number in places.keys.sorted() {
            if let slot = places[number] { settle(slot, &handler) }
        }
    }

    /// Completes an exchange if both its messages are over.
    private mutating func settle(_ slot: Int, _ handler: inout some ExchangeEventHandler) {
        let (requestsEnded, responsesEnded) = (hasEnded(.request), hasEnded(.response))
        if streams[slot].entry.isSettled(requestsEnded: requestsEnded, responsesEnded: responsesEnded) {
            complete(slot, &handler)
        }
    }

    private func hasEnded(_ role: MessageRole) -> Bool {
        guard let client else { return directions[0].hasEnded && directions[1].hasEnded }
        return directions[Int((role == .request ? client : client.other).rawValue)].hasEnded
    }

    private mutating func complete(_ slot: Int, _ handler: inout some ExchangeEventHandler) {
        if streams[slot].entry.request != .expected, isUnprocessed(slot) {
            let frame = streams[slot].entry.exchange.request?.arrival.firstFrame
            handler.handle(.diagnostic(.unprocessed, frame: frame))
        }
        var stream = HTTP2Stream()
        swap(&stream, &streams[slot])
        headBytes -= stream.headBytes
        places[stream.number] = nil
        slots.giveBack(slot)
        for index in directions.indices where directions[index].contentSlot == slot {
            directions[index].contentSlot = nil
        }
        while firstWaiting < opened.count, places[opened[firstWaiting]] == nil { firstWaiting += 1 }
        if firstWaiting > 64, firstWaiting > opened.count / 2 {
            opened.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        let id = stream.entry.id
        handler.completed(&stream.entry.exchange, id)
    }
}
