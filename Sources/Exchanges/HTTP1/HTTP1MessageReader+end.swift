import Bytes

extension HTTP1MessageReader {
    /// The next `length` bytes of the stream are not in the capture.
    mutating func miss(
        _ length: Int,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard length > 0 else { return }
        switch state {
        case .ended: return
        case .startLine, .interim:
            if case .resumed(let resumed) = unframed {
                state = resumed
                replay(&queue, &handler)
                return miss(length, cause: cause, origin, &queue, &handler)
            }
            leaveHeld(mayBeCut: true, &queue, &handler)
            if case .content = unframed {
                passGap(length, cause, origin, &handler)
                isInsideLine = false
                return
            }
            unframed = .skipped
        case .head:
            giveUpHead(.captureEnded, hasGap: true, origin, &queue, &handler)
        case .counted(let remaining):
            let count = min(length, remaining)
            passGap(count, cause, origin, &handler)
            state = .counted(remaining: remaining - count)
            if count == remaining { endContent(&queue, &handler) }
            return miss(length - count, cause: cause, origin.moved(by: count), &queue, &handler)
        case .chunked:
            let remaining = chunks?.remainingData ?? 0
            // In TLS the length is an estimate, and the next chunk may begin anywhere.
            if origin.record == nil, chunks?.skip(length) == true {
                return passGap(length, cause, origin, &handler)
            }
            passGap(remaining, cause, origin, &handler)
            giveUpContent(.captureEnded, &queue, &handler)
        case .rest:
            return passGap(length, cause, origin, &handler)
        }
        isInsideLine = false
        isAtAnchor = true
        forgetBlankLines(isAfterGap: true)
        switch queue.role(of: side) {
        case .request: queue.loseRequests(&handler)
        case .response: queue.loseResponses(&handler)
        case nil:
            queue.loseRequests(&handler)
            queue.loseResponses(&handler)
        }
    }

    /// The stream has ended.
    mutating func end(
        _ end: StreamEnd,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        let broken: MessageCompletion =
            switch end {
            case .finished: .closedEarly
            case .reset: .reset
            case .captureEnded, .replaced, .limit: .captureEnded
            }
        switch state {
        case .startLine, .interim:
            guard case .resumed(let resumed) = unframed else { break }
            state = resumed
            replay(&queue, &handler)
        default: break
        }
        switch state {
        case .ended: return
        case .startLine, .interim:
            leaveHeld(mayBeCut: broken == .captureEnded, &queue, &handler)
            if case .content = unframed {
                giveUpContent(endOfRest(end, broken), &queue, &handler)
            } else {
                closeMessage(.complete, &queue, &handler)
            }
        case .head:
            giveUpHead(broken, heldLast, &queue, &handler)
        case .counted:
            giveUpContent(broken, &queue, &handler)
        case .chunked:
            endChunks(end, &handler)
            giveUpContent(isBroken ? .malformed : broken, &queue, &handler)
        case .rest:
            giveUpContent(endOfRest(end, broken), &queue, &handler)
        }
        reportSkipped(&handler)
        held = []
        state = .ended
        guard let role = queue.role(of: side) else { return }
        if role == .response, broken != .captureEnded, !queue.requestsEnded { queue.serverHasClosed = true }
        queue.end(role, &handler)
    }

    /// Whether more of the message must follow, by its head or its framing.
    var isBeforeEnd: Bool {
        switch state {
        case .head, .counted, .chunked: true
        case .startLine, .interim, .rest, .ended: false
        }
    }

    /// How content ends that goes on until the stream does, whether or not the other side has answered before.
    private func endOfRest(_ end: StreamEnd, _ broken: MessageCompletion) -> MessageCompletion {
        isBroken ? .malformed : end == .finished ? .complete : broken
    }

    private mutating func endChunks(_ end: StreamEnd, _ handler: inout some ExchangeEventHandler) {
        guard var chunks = chunks.take() else { return }
        let offset = draft.head.contentStart + draft.content.wireLength
        isBroken = chunks.end(at: offset, isFinished: end == .finished)
        self.chunks = chunks
        if isBroken { deliver(chunks.held.span.bytes, at: chunks.heldStart, &handler) }
    }

    /// Passes on what is held of an incomplete line, unless a request may have begun there.
    private mutating func leaveHeld(
        mayBeCut: Bool,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        if case .excess = unframed, mayBeCut, StartLine.looksLikeRequest(held.span.bytes) {
            unframed = .skipped
        }
        replay(&queue, &handler)
    }

    private mutating func passGap(
        _ length: Int,
        _ cause: GapCause,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard length > 0, isInMessage else { return }
        advance(length, at: origin.offset)
        let mayMap = runs.frames < limits.mapRuns
        runs.frames += 1
        draft.content.wireLength += length
        draft.content.missingBytes += length
        if mayMap {
            if let frame = origin.frame { draft.arrival.frameMap.append(length: length, value: frame) }
            if let record = origin.record { draft.arrival.recordMap.append(length: length, value: record) }
        }
        guard isWanted else { return }
        switch role {
        case .request: handler.handle(.requestGap(exchange, length: length, cause: cause))
        case .response: handler.handle(.responseGap(exchange, length: length, cause: cause))
        }
    }

    /// Stops reading the connection: closes the message that is being read.
    mutating func abandon(_ queue: inout ExchangeQueue, _ handler: inout some ExchangeEventHandler) {
        if isInMessage, !hasEnded { seal() }
        closeMessage(hasEnded ? .complete : .captureEnded, &queue, &handler)
        held = []
        state = .ended
    }
}
