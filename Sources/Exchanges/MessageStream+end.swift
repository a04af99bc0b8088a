import Bytes
import Connections

extension MessageStream {
    /// The next `length` bytes of the stream are not in the capture.
    mutating func miss(
        _ length: Int,
        cause: GapCause,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ outlet: inout ExchangeOutlet<some ExchangeHandler>
    ) {
        guard length > 0 else { return }
        switch state {
        case .ended: return
        case .startLine:
            if case .resumed(let resumed) = leftover {
                state = resumed
                replay(&dialogue, &outlet)
                return miss(length, cause: cause, delivery, &dialogue, &outlet)
            }
            leaveHeld(mayBeCut: true, &dialogue, &outlet)
            if case .content = leftover {
                tellGap(length, cause, delivery, &dialogue, &outlet)
                isInsideLine = false
                return
            }
            leftover = .skipped
        case .head:
            giveUpHead(.captureEnded, hasGap: true, delivery, &dialogue, &outlet)
        case .counted(let remaining):
            let count = min(length, remaining)
            tellGap(count, cause, delivery, &dialogue, &outlet)
            state = .counted(remaining: remaining - count)
            if count == remaining { endContent(&dialogue, &outlet) }
            return miss(length - count, cause: cause, delivery.moved(by: count), &dialogue, &outlet)
        case .chunked:
            let remaining = chunks?.remainingData ?? 0
            if chunks?.skip(length) == true {
                return tellGap(length, cause, delivery, &dialogue, &outlet)
            }
            tellGap(remaining, cause, delivery, &dialogue, &outlet)
            giveUpContent(.captureEnded, &dialogue, &outlet)
        case .rest:
            return tellGap(length, cause, delivery, &dialogue, &outlet)
        }
        isInsideLine = false
        isAtAnchor = true
        forgetBlankLines(isAfterGap: true)
        switch role(in: dialogue) {
        case .request: dialogue.loseRequests(&outlet)
        case .response: dialogue.loseResponses(&outlet)
        case nil:
            dialogue.loseRequests(&outlet)
            dialogue.loseResponses(&outlet)
        }
    }

    /// The stream has ended.
    mutating func end(
        _ end: StreamEnd,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ outlet: inout ExchangeOutlet<some ExchangeHandler>
    ) {
        let broken: MessageCompletion =
            switch end {
            case .finished: .closedEarly
            case .reset: .reset
            case .captureEnded, .replaced, .limit: .captureEnded
            }
        if case .startLine = state, case .resumed(let resumed) = leftover {
            state = resumed
            replay(&dialogue, &outlet)
        }
        switch state {
        case .ended: return
        case .startLine:
            leaveHeld(mayBeCut: broken == .captureEnded, &dialogue, &outlet)
            if case .content = leftover {
                giveUpContent(isBroken ? .malformed : broken, &dialogue, &outlet)
            } else if role(in: dialogue) == .request {
                dialogue.closeRequest(.complete, &outlet)
            }
        case .head:
            giveUpHead(broken, hasGap: false, heldLast, &dialogue, &outlet)
        case .counted:
            giveUpContent(broken, &dialogue, &outlet)
        case .chunked:
            endChunks(end, &dialogue, &outlet)
            giveUpContent(isBroken ? .malformed : broken, &dialogue, &outlet)
        case .rest:
            let completion = end == .finished ? .complete : broken
            giveUpContent(isBroken ? .malformed : completion, &dialogue, &outlet)
        }
        tellSkipped(dialogue, &outlet)
        held = []
        state = .ended
        if let role = role(in: dialogue) { dialogue.end(role, &outlet) }
    }

    private mutating func endChunks(
        _ end: StreamEnd,
        _ dialogue: inout Dialogue,
        _ outlet: inout ExchangeOutlet<some ExchangeHandler>
    ) {
        guard var chunks = chunks.take(), let role = role(in: dialogue) else { return }
        var offset = 0
        dialogue.update(role) { offset = $0.contentStart + $0.wireLength }
        isBroken = chunks.end(at: offset, isFinished: end == .finished)
        self.chunks = chunks
        if isBroken { deliver(chunks.held.span.bytes, at: chunks.heldStart, &dialogue, &outlet) }
    }

    /// Passes on what is held of a line that breaks off; if a request may have begun there, nobody is told of
    /// it.
    private mutating func leaveHeld(
        mayBeCut: Bool,
        _ dialogue: inout Dialogue,
        _ outlet: inout ExchangeOutlet<some ExchangeHandler>
    ) {
        if case .excess = leftover, mayBeCut, StartLine.looksLikeRequest(held.span.bytes) {
            leftover = .skipped
        }
        replay(&dialogue, &outlet)
    }

    private mutating func tellGap(
        _ length: Int,
        _ cause: GapCause,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ outlet: inout ExchangeOutlet<some ExchangeHandler>
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
        case .request: outlet.handler.requestGap(number, length: length, cause: cause)
        case .response: outlet.handler.responseGap(number, length: length, cause: cause)
        }
    }
}
