import Bytes
import Connections

extension HTTP1MessageReader {
    /// The next `length` bytes of the stream are not in the capture.
    mutating func miss(
        _ length: Int,
        cause: GapCause,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        guard length > 0 else { return }
        switch state {
        case .ended: return
        case .startLine:
            if case .resumed(let resumed) = leftover {
                state = resumed
                replay(&dialogue, &handler)
                return miss(length, cause: cause, delivery, &dialogue, &handler)
            }
            leaveHeld(mayBeCut: true, &dialogue, &handler)
            if case .content = leftover {
                tellGap(length, cause, delivery, &dialogue, &handler)
                isInsideLine = false
                return
            }
            leftover = .skipped
        case .head:
            giveUpHead(.captureEnded, hasGap: true, delivery, &dialogue, &handler)
        case .counted(let remaining):
            let count = min(length, remaining)
            tellGap(count, cause, delivery, &dialogue, &handler)
            state = .counted(remaining: remaining - count)
            if count == remaining { endContent(&dialogue, &handler) }
            return miss(length - count, cause: cause, delivery.moved(by: count), &dialogue, &handler)
        case .chunked:
            let remaining = chunks?.remainingData ?? 0
            if chunks?.skip(length) == true {
                return tellGap(length, cause, delivery, &dialogue, &handler)
            }
            tellGap(remaining, cause, delivery, &dialogue, &handler)
            giveUpContent(.captureEnded, &dialogue, &handler)
        case .rest:
            return tellGap(length, cause, delivery, &dialogue, &handler)
        }
        isInsideLine = false
        isAtAnchor = true
        forgetBlankLines(isAfterGap: true)
        switch role(in: dialogue) {
        case .request: dialogue.loseRequests(&handler)
        case .response: dialogue.loseResponses(&handler)
        case nil:
            dialogue.loseRequests(&handler)
            dialogue.loseResponses(&handler)
        }
    }

    /// The stream has ended.
    mutating func end(
        _ end: StreamEnd,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        let broken: MessageCompletion =
            switch end {
            case .finished: .closedEarly
            case .reset: .reset
            case .captureEnded, .replaced, .limit: .captureEnded
            }
        if case .startLine = state, case .resumed(let resumed) = leftover {
            state = resumed
            replay(&dialogue, &handler)
        }
        switch state {
        case .ended: return
        case .startLine:
            leaveHeld(mayBeCut: broken == .captureEnded, &dialogue, &handler)
            if case .content = leftover {
                giveUpContent(isBroken ? .malformed : broken, &dialogue, &handler)
            } else if role(in: dialogue) == .request {
                dialogue.closeRequest(.complete, &handler)
            }
        case .head:
            giveUpHead(broken, hasGap: false, heldLast, &dialogue, &handler)
        case .counted:
            giveUpContent(broken, &dialogue, &handler)
        case .chunked:
            endChunks(end, &dialogue, &handler)
            giveUpContent(isBroken ? .malformed : broken, &dialogue, &handler)
        case .rest:
            let completion = end == .finished ? .complete : broken
            giveUpContent(isBroken ? .malformed : completion, &dialogue, &handler)
        }
        tellSkipped(dialogue, &handler)
        held = []
        state = .ended
        if let role = role(in: dialogue) { dialogue.end(role, &handler) }
    }

    private mutating func endChunks(
        _ end: StreamEnd,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        guard var chunks = chunks.take(), let role = role(in: dialogue) else { return }
        var offset = 0
        dialogue.update(role) { offset = $0.contentStart + $0.wireLength }
        isBroken = chunks.end(at: offset, isFinished: end == .finished)
        self.chunks = chunks
        if isBroken { deliver(chunks.held.span.bytes, at: chunks.heldStart, &dialogue, &handler) }
    }

    /// Passes on what is held of a line that breaks off; if a request may have begun there, nobody is told of
    /// it.
    private mutating func leaveHeld(
        mayBeCut: Bool,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        if case .excess = leftover, mayBeCut, StartLine.looksLikeRequest(held.span.bytes) {
            leftover = .skipped
        }
        replay(&dialogue, &handler)
    }

    private mutating func tellGap(
        _ length: Int,
        _ cause: GapCause,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        guard length > 0, let role = role(in: dialogue) else { return }
        advance(length, at: delivery.base, role, &dialogue)
        let mayMap = runs.frames < limits.mapRuns
        runs.frames += 1
        dialogue.update(role) { message in
            message.wireLength += length
            message.missingBytes += length
            if let frame = delivery.frame, mayMap { message.frames.append(length: length, value: frame) }
        }
        guard isWanted, let number = dialogue.number(role) else { return }
        switch role {
        case .request: handler.requestGap(number, length: length, cause: cause)
        case .response: handler.responseGap(number, length: length, cause: cause)
        }
    }
}
