import Bytes

extension MessageStream {
    /// A start line was seen: what came before it is over.
    mutating func begin(
        _ startLine: StartLine,
        _ line: RawSpan,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) {
        tellSkipped(dialogue, &handler)
        closeUnended(&dialogue, &handler)
        switch startLine.form {
        case .request(let method, let target):
            if dialogue.client == nil { dialogue.recognize(side, as: .request) }
            dialogue.beginRequest(
                method: line.text(method),
                target: line.text(target),
                version: line.version(startLine.version),
                &handler
            )
        case .status:
            if dialogue.client == nil { dialogue.recognize(side, as: .response) }
        }
        isAtAnchor = false
        leftover = .skipped
        if chunks != nil { chunks = nil }
        bodyLength = 0
        shift = (0, 0)
        runs = (0, 0)
        isBroken = false
        expectsContinue = false
    }

    /// Closes the message before a start line, whose content had no end of its own or is replaced by it.
    private mutating func closeUnended(
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) {
        let isRequest = role(in: dialogue) == .request
        var completion = MessageCompletion.complete
        switch leftover {
        case .content where isBroken: completion = .malformed
        case .resumed where isRequest: completion = .closedEarly
        default: break
        }
        switch leftover {
        case .content, .resumed:
            seal(&dialogue)
            if !isRequest { dialogue.closeResponse(completion, &handler) }
        case .skipped, .excess: break
        }
        if isRequest { dialogue.closeRequest(completion, &handler) }
    }

    /// Reads a head that is whole in the bytes.
    ///
    /// - Parameters:
    ///   - startLine: its start line.
    ///   - bytes: the bytes that arrived.
    ///   - start: the offset in them of the start line.
    ///   - position: the offset after the start line; after the call, that after the head.
    ///   - delivery: that of the bytes.
    ///   - dialogue: the connection's.
    ///   - handler: who is told.
    /// - Returns: false where the head is not whole, or may pass the limits: nothing was read then.
    mutating func findHead(
        _ startLine: StartLine,
        _ bytes: RawSpan,
        start: Int,
        _ position: inout Int,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) -> Bool {
        var lineStart = position
        var count = 0
        while let feed = bytes.firstLineFeed(from: lineStart) {
            guard feed + 1 - start <= limits.headBytes, count <= limits.fieldLines else { return false }
            if bytes.isBlankLine(from: lineStart, feed: feed) {
                let first = delivery.moved(by: start)
                var message = Message(startLineOffset: first.base)
                let head = bytes.extracting(start..<(feed + 1))
                fill(&message, startLine, head, fields: (position - start)..<(lineStart - start))
                position = feed + 1
                note(first, delivery, head.byteCount, in: &message)
                take(consume message, startLine, head, delivery, &dialogue, &handler)
                return true
            }
            lineStart = feed + 1
            count += 1
        }
        return false
    }

    /// Reads on in a head that arrives in pieces.
    mutating func gatherHead(
        _ bytes: RawSpan,
        from position: inout Int,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) {
        while position < bytes.byteCount {
            let start = position
            let feed = bytes.firstLineFeed(from: start)
            position = min(feed.map { $0 + 1 } ?? bytes.byteCount, start + limits.headBytes - held.count)
            hold(bytes.extracting(start..<position), delivery.moved(by: start))
            if let feed, position == feed + 1 {
                if held.span.bytes.isBlankLine(from: headLine.start, feed: held.count - 1) {
                    takeHeld(delivery, hasGap: false, &dialogue, &handler)
                    return
                }
                headLine = (held.count, headLine.count + 1)
            }
            if held.count >= limits.headBytes || headLine.count > limits.fieldLines {
                isInsideLine = held.last != 0x0A
                giveUpHead(.captureEnded, hasGap: false, delivery, &dialogue, &handler)
                return
            }
        }
    }

    /// Tells of a head that breaks off, with the lines that are whole, and of its message's end.
    mutating func giveUpHead(
        _ completion: MessageCompletion,
        hasGap: Bool,
        _ delivery: Delivery,
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) {
        let isRequest = role(in: dialogue) == .request
        isCutHead = true
        takeHeld(delivery, hasGap: hasGap, &dialogue, &handler)
        isCutHead = false
        state = .startLine
        leftover = .skipped
        if isRequest {
            dialogue.closeRequest(completion, &handler)
        } else {
            dialogue.closeResponse(completion, &handler)
        }
    }

    private mutating func takeHeld(
        _ delivery: Delivery,
        hasGap: Bool,
        _ dialogue: inout Dialogue,
        _ handler: inout some ExchangeHandler
    ) {
        guard let startLine else { return }
        let head = held
        held = []
        let lineEnd = startLine.textEnd + startLine.ending.length
        var message = Message(startLineOffset: heldFirst.base)
        message.headHasGap = hasGap
        fill(&message, startLine, head.span.bytes, fields: lineEnd..<max(lineEnd, headLine.start))
        note(heldFirst, heldLast, 0, in: &message)
        message.frames = heldFrames
        heldFrames = RunMap()
        take(consume message, startLine, head.span.bytes, delivery, &dialogue, &handler)
        self.startLine = nil
    }

    /// Takes a head apart.
    private mutating func fill(
        _ message: inout Message,
        _ startLine: StartLine,
        _ head: RawSpan,
        fields: Range<Int>
    ) {
        let base = message.startLineOffset
        last.recall(startLine: head.extracting(0..<startLine.textEnd))
        last.recall(fields: head.extracting(fields), base: base + fields.lowerBound)
        message.startLine = last.startLine
        message.startLineEnding = startLine.ending
        message.version = head.version(startLine.version)
        message.fields = last.fields
        message.contentStart = base + head.byteCount
        last.forgetUnusual()
        if let blankLines, !hasOtherLines, case .request = startLine.form {
            message.faults = [FramingFault(kind: .leadingEmptyLine, range: blankLines..<base)]
        }
        forgetBlankLines(isAfterGap: false)
    }

    private mutating func note(_ first: Delivery, _ last: Delivery, _ length: Int, in message: inout Message)
    {
        message.firstFrame = first.frame
        message.lastFrame = last.frame
        message.startedAt = first.time
        message.endedAt = last.time
        if let frame = last.frame { message.frames.append(length: length, value: frame) }
    }
}
