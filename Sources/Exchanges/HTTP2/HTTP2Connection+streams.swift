import Bytes

extension HTTP2Connection {
    /// The place of a stream's exchange; `nil` where it is not open.
    func slot(of number: Int) -> Int? { places[number] }

    /// Takes in a stream.
    mutating func open(_ stream: consuming HTTP2Stream) {
        let (slot, number) = (stream.entry.id.slot, stream.number)
        while streams.count <= slot { streams.append(nil) }
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
                let slot = waiting.first(where: { streams[$0]?.entry.request == .closed }) ?? waiting.first,
                let number = streams[slot]?.number
            else { return }
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
        guard let slot = places[number], var stream = streams[slot].take() else { return }
        if code == .none, side != client, stream.entry.response == .closed, stream.entry.request == .open {
            stream.entry.wasRejectedEarly = true
        }
        let event = HTTP2Origin.Reset(code: code, isByClient: side == client)
        stream.request.draft.http2 = stream.request.draft.http2?.with(reset: event)
        if let request = stream.entry.exchange.request {
            stream.entry.exchange.request = request.changed { $0.http2 = $0.http2?.with(reset: event) }
        }
        if code == .refusedStream, side != client { stream.isUnprocessed = true }
        streams[slot] = stream
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
    private func isUnprocessed(_ stream: borrowing HTTP2Stream) -> Bool {
        guard stream.entry.response == .awaited || stream.entry.response == .lost else { return false }
        return stream.isUnprocessed || stream.number > lastProcessed ?? .max
    }

    /// Nothing more of a message follows; without effect where that is known already.
    mutating func close(
        _ role: MessageRole,
        of slot: Int,
        _ completion: MessageCompletion,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard var stream = streams[slot].take() else { return }
        switch role {
        case .request:
            guard stream.entry.request == .open else {
                streams[slot] = stream
                return
            }
            let message = stream.request.finish(completion, limits: limits)
            stream.entry.closeRequest(completion, message, isRejected: isUnprocessed(stream), &handler)
        case .response:
            guard stream.entry.response == .open else {
                streams[slot] = stream
                return
            }
            stream.entry.closeResponse(stream.response.finish(completion, limits: limits))
        }
        streams[slot] = stream
        settle(slot, &handler)
    }

    /// All messages that a side is sending are over, where its role is known.
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
        let isSettled = streams[slot]?.entry
            .isSettled(requestsEnded: hasEnded(.request), responsesEnded: hasEnded(.response))
        if isSettled ?? false { complete(slot, &handler) }
    }

    private func hasEnded(_ role: MessageRole) -> Bool {
        guard let client else { return directions[0].hasEnded && directions[1].hasEnded }
        return directions[Int((role == .request ? client : client.other).rawValue)].hasEnded
    }

    private mutating func complete(_ slot: Int, _ handler: inout some ExchangeEventHandler) {
        guard let stream = streams[slot].take() else { return }
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
        if stream.entry.request != .expected, isUnprocessed(stream) {
            let frame = stream.entry.exchange.request?.arrival.firstFrame
            handler.handle(.diagnostic(.unprocessed, frame: frame))
        }
        handler.handle(.completed(stream.entry.id, stream.entry.exchange))
    }
}
