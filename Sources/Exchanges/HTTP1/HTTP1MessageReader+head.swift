import Bytes

extension HTTP1MessageReader {
    /// Begins a message at its start line; what came before it is over.
    mutating func begin(
        _ startLine: StartLine,
        _ line: RawSpan,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        reportSkipped(&handler)
        closeUnended(&queue, &handler)
        switch startLine.form {
        case .request(let method, let target):
            if queue.client == nil { queue.recognize(side, as: .request) }
            queue.beginRequest(
                method: line.method(method),
                target: line.text(target),
                version: line.version(startLine.version),
                &handler
            )
        case .status:
            if queue.client == nil { queue.recognize(side, as: .response) }
        }
        isAtAnchor = false
        unframed = .skipped
        if chunks != nil { chunks = nil }
        shift = (0, 0)
        runs = (0, 0)
        isBroken = false
        expectsContinue = false
    }

    /// Closes the previous message, whose content had no end of its own or is replaced by this start line.
    private mutating func closeUnended(
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard isInMessage else { return }
        var completion = MessageCompletion.complete
        switch unframed {
        case .content where isBroken: completion = .malformed
        case .resumed where role == .request: completion = .closedEarly
        default: break
        }
        switch unframed {
        case .content, .resumed: seal()
        case .skipped, .excess: break
        }
        closeMessage(completion, &queue, &handler)
    }

    /// Reads a head that is complete in the bytes.
    ///
    /// - Parameters:
    ///   - startLine: its start line.
    ///   - bytes: the bytes that arrived.
    ///   - start: the offset in them of the start line.
    ///   - position: the offset after the start line; after the call, the offset after the head.
    ///   - origin: the origin of the bytes.
    ///   - queue: the connection's.
    ///   - handler: receives the events.
    /// - Returns: false where the head is incomplete, or may exceed the limits: nothing was read then.
    mutating func findHead(
        _ startLine: StartLine,
        _ bytes: RawSpan,
        start: Int,
        _ position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        let base = origin.offset + position
        let plain = FieldSection.plain(in: bytes, from: position, base: base, limit: limits.fieldLines)
        if let fields = plain {
            // Behind them is a blank line, CR LF.
            let end = position + fields.bytes.count + 2
            if end - start <= limits.headBytes {
                let head = bytes.extracting(start..<end)
                let framing = FramingFields(fields)
                takeWhole(startLine, head, fields, framing, origin.moved(by: start), &queue, &handler)
                position = end
                return true
            }
        }
        var lineStart = position
        var count = 0
        while let feed = bytes.firstLineFeed(from: lineStart) {
            guard feed + 1 - start <= limits.headBytes, count <= limits.fieldLines else { return false }
            if bytes.isBlankLine(from: lineStart, feed: feed) {
                let fields = FieldSection(parsing: bytes.extracting(position..<lineStart), base: base)
                let head = bytes.extracting(start..<(feed + 1))
                let framing = FramingFields(fields)
                takeWhole(startLine, head, fields, framing, origin.moved(by: start), &queue, &handler)
                position = feed + 1
                return true
            }
            lineStart = feed + 1
            count += 1
        }
        return false
    }

    /// Continues to read a head that arrives in pieces.
    mutating func gatherHead(
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        while position < bytes.byteCount {
            let start = position
            let feed = bytes.firstLineFeed(from: start)
            position = min(feed.map { $0 + 1 } ?? bytes.byteCount, start + limits.headBytes - held.count)
            hold(bytes.extracting(start..<position), origin.moved(by: start))
            if let feed, position == feed + 1 {
                if held.span.bytes.isBlankLine(from: headLine.start, feed: held.count - 1) {
                    takeHeld(origin, &queue, &handler)
                    return
                }
                headLine = (held.count, headLine.count + 1)
            }
            if held.count >= limits.headBytes || headLine.count > limits.fieldLines {
                isInsideLine = held.last != 0x0A
                giveUpHead(.captureEnded, isTooLong: true, origin, &queue, &handler)
                return
            }
        }
    }

    /// Reports a head that breaks off, with its complete lines, and the end of its message.
    mutating func giveUpHead(
        _ completion: MessageCompletion,
        hasGap: Bool = false,
        isTooLong: Bool = false,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        isCutHead = true
        takeHeld(origin, hasGap: hasGap, isTooLong: isTooLong, &queue, &handler)
        isCutHead = false
        state = .startLine
        unframed = .skipped
        closeMessage(completion, &queue, &handler)
    }

    /// Reports a head that arrived complete, in one origin.
    private mutating func takeWhole(
        _ startLine: StartLine,
        _ head: RawSpan,
        _ fields: consuming FieldSection,
        _ framing: FramingFields,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        beginDraft(startLine, head, fields, from: origin, to: origin, isMapped: false)
        take(startLine, head, framing, origin, &queue, &handler)
    }

    private mutating func takeHeld(
        _ origin: ByteOrigin,
        hasGap: Bool = false,
        isTooLong: Bool = false,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let startLine else { return }
        let head = held
        held = []
        let lineEnd = startLine.textEnd + startLine.ending.length
        let bytes = head.span.bytes
        let fields = FieldSection(
            parsing: bytes.extracting(lineEnd..<max(lineEnd, headLine.start)),
            base: heldFirst.offset + lineEnd
        )
        beginDraft(startLine, bytes, fields, from: heldFirst, to: heldLast, isMapped: true)
        draft.head.hasGap = hasGap
        draft.head.isTooLong = isTooLong
        heldFrames = RunMap()
        heldRecords = RunMap()
        take(startLine, bytes, FramingFields(fields), origin, &queue, &handler)
        self.startLine = nil
    }

    /// Begins the draft of a message; `isMapped` says that the bytes of its head were held, so that their frames are in
    /// a map.
    private mutating func beginDraft(
        _ startLine: StartLine,
        _ head: RawSpan,
        _ fields: consuming FieldSection,
        from first: ByteOrigin,
        to last: ByteOrigin,
        isMapped: Bool
    ) {
        if !isFresh { draft = MessageDraft() }
        isFresh = false
        draft.begin(at: first.offset)
        draft.head.setStartLine(head.extracting(0..<startLine.textEnd))
        draft.head.startLineEnding = startLine.ending
        draft.head.version = head.version(startLine.version)
        draft.head.fields = fields
        draft.head.contentStart = first.offset + head.byteCount
        draft.arrival.noteHead(
            head.byteCount,
            from: first,
            to: last,
            frames: isMapped ? heldFrames : nil,
            records: isMapped ? heldRecords : nil
        )
        if let blankLines, !hasOtherLines, case .request = startLine.form {
            draft.content.faults = [
                FramingFault(kind: .leadingEmptyLine, range: blankLines..<first.offset)
            ]
        }
        for fault in startLine.faults(in: head) {
            let range = (first.offset + fault.range.lowerBound)..<(first.offset + fault.range.upperBound)
            draft.content.faults.append(FramingFault(kind: fault.kind, range: range))
        }
        forgetBlankLines(isAfterGap: false)
    }
}
