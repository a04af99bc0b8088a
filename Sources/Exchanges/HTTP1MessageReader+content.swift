import Bytes

extension HTTP1MessageReader {
    /// Notes that bytes of the message arrived, content or what frames it, or excess.
    mutating func consume(
        _ count: Int,
        _ delivery: ByteOrigin,
        isContent: Bool,
        _ dialogue: inout ExchangeQueue
    ) {
        guard count > 0, let role = role(in: dialogue) else { return }
        let mayMap = runs.frames < limits.mapRuns
        runs.frames += 1
        dialogue.update(role) { $0.arrive(count, delivery, isContent: isContent, isMapped: mayMap) }
    }

    /// Passes on content that stands at a stream offset.
    mutating func deliver(
        _ bytes: RawSpan,
        at offset: Int,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        guard bytes.byteCount > 0, let role = role(in: dialogue) else { return }
        advance(bytes.byteCount, at: offset, role, &dialogue)
        guard isWanted, let number = dialogue.number(role) else { return }
        switch role {
        case .request: handler.requestContent(number, bytes)
        case .response: handler.responseContent(number, bytes)
        }
    }

    /// Reads chunks.
    mutating func readChunks(
        _ bytes: RawSpan,
        from position: inout Int,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        let start = position
        while true {
            // A decoder that is moved out and back is changed in its place, with the rest of the stream at
            // hand.
            guard var chunks = chunks.take() else { return }
            let step = chunks.step(bytes, from: &position, base: delivery.base)
            let broken = chunks.held
            let brokenStart = chunks.heldStart
            self.chunks = chunks
            switch step {
            case .data(let range):
                deliver(bytes.extracting(range), at: delivery.base + range.lowerBound, &dialogue, &handler)
                continue
            case .moreNeeded:
                consume(position - start, delivery, isContent: true, &dialogue)
            case .complete:
                consume(position - start, delivery, isContent: true, &dialogue)
                endContent(&dialogue, &handler)
            case .broken:
                consume(position - start, delivery, isContent: true, &dialogue)
                isBroken = true
                deliver(broken.span.bytes, at: brokenStart, &dialogue, &handler)
                state = .rest
            case .tooLong:
                consume(position - start, delivery, isContent: true, &dialogue)
                giveUpContent(.captureEnded, &dialogue, &handler)
            }
            return
        }
    }

    /// The content of the message is complete.
    mutating func endContent(
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        seal(&dialogue)
        state = .startLine
        isInsideLine = false
        forgetBlankLines(isAfterGap: false)
        if role(in: dialogue) == .request {
            leftover = .excess
            dialogue.completeRequestContent()
        } else {
            leftover = .skipped
            dialogue.closeResponse(.complete, &handler)
        }
    }

    /// The content breaks off, and what follows cannot be told from other messages.
    mutating func giveUpContent(
        _ completion: MessageCompletion,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        seal(&dialogue)
        state = .startLine
        leftover = .skipped
        isInsideLine = false
        forgetBlankLines(isAfterGap: true)
        if role(in: dialogue) == .request {
            dialogue.closeRequest(completion, &handler)
        } else {
            dialogue.closeResponse(completion, &handler)
        }
    }

    /// Moves on in the content, and in the map of its offsets.
    mutating func advance(_ count: Int, at offset: Int, _ role: MessageRole, _ dialogue: inout ExchangeQueue)
    {
        bodyLength += count
        // Nobody asks where content stands that nobody wanted.
        guard isWanted else { return }
        let value = offset - (bodyLength - count)
        if value != shift.value { flushShift(role, &dialogue) }
        shift = (shift.length + count, value)
    }

    /// Enters in the message what is known of its content when that is over.
    mutating func seal(_ dialogue: inout ExchangeQueue) {
        guard let role = role(in: dialogue) else { return }
        let bodyLength = bodyLength
        flushShift(role, &dialogue)
        dialogue.update(role) { $0.bodyLength = bodyLength }
        guard chunks != nil, let chunks = chunks.take() else { return }
        dialogue.update(role) { message in
            message.faults += chunks.faults
            message.trailers = chunks.trailers
        }
    }

    private mutating func flushShift(_ role: MessageRole, _ dialogue: inout ExchangeQueue) {
        guard shift.length > 0 else { return }
        let run = shift
        if runs.shifts < limits.mapRuns {
            dialogue.update(role) { $0.bodyShift.append(length: run.length, value: run.value) }
        }
        runs.shifts += 1
        shift = (0, 0)
    }
}
