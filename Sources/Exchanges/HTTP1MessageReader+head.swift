import Bytes

extension HTTP1MessageReader {
    /// A start line was seen: what came before it is over.
    mutating func begin(
        _ startLine: StartLine,
        _ line: RawSpan,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        tellSkipped(dialogue, &handler)
        closeUnended(&dialogue, &handler)
        switch startLine.form {
        case .request(let method, let target):
            if dialogue.client == nil { dialogue.recognize(side, as: .request) }
            dialogue.beginRequest(
                method: line.method(method),
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
        _ dialogue: inout ExchangeQueue,
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
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) -> Bool {
        if let end = last.recallFields(at: position, in: bytes, base: delivery.base + position),
            end - start <= limits.headBytes
        {
            takeWhole(
                startLine,
                bytes.extracting(start..<end),
                delivery.moved(by: start),
                &dialogue,
                &handler
            )
            position = end
            return true
        }
        var lineStart = position
        var count = 0
        while let feed = bytes.firstLineFeed(from: lineStart) {
            guard feed + 1 - start <= limits.headBytes, count <= limits.fieldLines else { return false }
            if bytes.isBlankLine(from: lineStart, feed: feed) {
                last.recall(fields: bytes.extracting(position..<lineStart), base: delivery.base + position)
                let head = bytes.extracting(start..<(feed + 1))
                takeWhole(startLine, head, delivery.moved(by: start), &dialogue, &handler)
                position = feed + 1
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
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
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
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
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

    /// Tells of a head that arrived whole, in one delivery; its field lines have been recalled.
    private mutating func takeWhole(
        _ startLine: StartLine,
        _ head: RawSpan,
        _ delivery: ByteOrigin,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        let message = message(startLine, head, from: delivery, to: delivery, frames: nil)
        take(message, startLine, head, delivery, &dialogue, &handler)
    }

    private mutating func takeHeld(
        _ delivery: ByteOrigin,
        hasGap: Bool,
        _ dialogue: inout ExchangeQueue,
        _ handler: inout some ExchangeHandler
    ) {
        guard let startLine else { return }
        let head = held
        held = []
        let lineEnd = startLine.textEnd + startLine.ending.length
        let bytes = head.span.bytes
        last.recall(
            fields: bytes.extracting(lineEnd..<max(lineEnd, headLine.start)),
            base: heldFirst.base + lineEnd
        )
        var message = message(startLine, bytes, from: heldFirst, to: heldLast, frames: heldFrames)
        message.headHasGap = hasGap
        heldFrames = RunMap()
        take(consume message, startLine, bytes, delivery, &dialogue, &handler)
        self.startLine = nil
    }

    /// Makes a message of a head whose field lines have been recalled.
    private mutating func message(
        _ startLine: StartLine,
        _ head: RawSpan,
        from first: ByteOrigin,
        to last: ByteOrigin,
        frames: RunMap?
    ) -> Message {
        self.last.recall(startLine: head.extracting(0..<startLine.textEnd))
        var message = Message(
            startLine: self.last.startLine,
            ending: startLine.ending,
            version: head.version(startLine.version),
            fields: self.last.fields,
            length: head.byteCount,
            from: first,
            to: last,
            frames: frames
        )
        self.last.forgetUnusual(isCut: isCutHead)
        if let blankLines, !hasOtherLines, case .request = startLine.form {
            message.faults = [FramingFault(kind: .leadingEmptyLine, range: blankLines..<first.base)]
        }
        forgetBlankLines(isAfterGap: false)
        return message
    }
}
