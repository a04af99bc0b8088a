import Bytes

extension HTTP1MessageReader {
    /// Notes that bytes of the message arrived: content, its framing, or excess.
    mutating func consume(_ count: Int, _ origin: ByteOrigin, isContent: Bool) {
        guard count > 0, isInMessage else { return }
        let mayMap = runs.frames < limits.mapRuns
        runs.frames += 1
        if isContent {
            if draft.content.wireLength == 0 { draft.arrival.contentStartedAt = origin.time }
            draft.content.wireLength += count
        }
        draft.arrival.note(count, origin, isMapped: mayMap)
    }

    /// Reports content at a stream offset.
    mutating func deliver(
        _ bytes: RawSpan,
        at offset: Int,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard bytes.byteCount > 0, isInMessage else { return }
        advance(bytes.byteCount, at: offset)
        if isWanted { handler.content(bytes, of: exchange, role) }
    }

    /// Reads chunks.
    mutating func readChunks(
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        let start = position
        while true {
            // The decoder is moved out and back so that it is changed in place while the rest of the reader
            // is accessible.
            guard var chunks = chunks.take() else { return }
            let step = chunks.step(bytes, from: &position, base: origin.offset)
            let broken = chunks.held
            let brokenStart = chunks.heldStart
            self.chunks = chunks
            switch step {
            case .data(let range):
                deliver(bytes.extracting(range), at: origin.offset + range.lowerBound, &handler)
                continue
            case .moreNeeded:
                consume(position - start, origin, isContent: true)
            case .complete:
                consume(position - start, origin, isContent: true)
                endContent(&queue, &handler)
            case .broken:
                consume(position - start, origin, isContent: true)
                isBroken = true
                if role == .request { handler.handle(.requestBroken(exchange)) }
                deliver(broken.span.bytes, at: brokenStart, &handler)
                state = .rest
            case .tooLong:
                consume(position - start, origin, isContent: true)
                giveUpContent(.captureEnded, &queue, &handler)
            }
            return
        }
    }

    /// The content of the message is complete.
    mutating func endContent(
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        // What a record held that was lost is less than its length, by an unknown amount (RFC 8446 §5.2): then the
        // content ends somewhere in the bytes that follow.
        let isEndEstimated = draft.content.missingBytes > 0 && draft.arrival.recordMap.runCount > 0
        seal()
        state = .startLine
        isInsideLine = false
        forgetBlankLines(isAfterGap: isEndEstimated)
        switch role {
        case .request:
            unframed = isEndEstimated ? .skipped : .excess
            hasEnded = true
            isUnreported = true
            let message = takeMessage()
            ended = message
            queue.endRequest(message)
        case .response:
            unframed = .skipped
            closeMessage(.complete, &queue, &handler)
        }
    }

    /// The content breaks off, and what follows cannot be distinguished from other messages.
    mutating func giveUpContent(
        _ completion: MessageCompletion,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        seal()
        state = .startLine
        unframed = .skipped
        isInsideLine = false
        forgetBlankLines(isAfterGap: true)
        closeMessage(completion, &queue, &handler)
    }

    /// Closes the message that is being read: nothing more of it follows.
    mutating func closeMessage(
        _ completion: MessageCompletion,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard isInMessage else { return }
        isInMessage = false
        isUnreported = false
        if ended == nil { draft.content.completion = completion }
        switch role {
        case .request:
            // A message that has ended and did not change since is in the queue already.
            queue.closeRequest(completion, ended == nil ? takeMessage() : nil, &handler)
            ended = nil
        case .response:
            queue.closeResponse(takeMessage(), &handler)
        }
    }

    /// Turns the message that has ended into a draft again, because more of it follows.
    mutating func reopen() {
        guard let message = ended.take() else { return }
        draft = MessageDraft(message)
        isFresh = false
    }

    /// Moves what is in the draft into a message.
    private mutating func takeMessage() -> Message {
        isFresh = true
        return Message(taking: &draft)
    }

    /// Advances in the content, and in the map of its offsets.
    mutating func advance(_ count: Int, at offset: Int) {
        draft.content.bodyLength += count
        // The map is only used to locate bytes of content that was reported.
        guard isWanted else { return }
        let value = offset - (draft.content.bodyLength - count)
        if value != shift.value { flushShift() }
        shift = (shift.length + count, value)
    }

    /// Completes the message's account of its content.
    mutating func seal() {
        flushShift()
        // Most messages have none: what is not there is not moved.
        guard chunks != nil, let chunks = chunks.take() else { return }
        guard !chunks.faults.isEmpty else { return }
        draft.content.faults += chunks.faults
        // A fault is noted with them.
        draft.content.trailers = chunks.trailers
    }

    private mutating func flushShift() {
        guard shift.length > 0 else { return }
        if runs.shifts < limits.mapRuns {
            draft.arrival.bodyShift.append(length: shift.length, value: shift.value)
        }
        runs.shifts += 1
        shift = (0, 0)
    }
}
