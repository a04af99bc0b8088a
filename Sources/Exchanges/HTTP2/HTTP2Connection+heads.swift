import Bytes

extension HTTP2Connection {
    /// A header block is complete.
    mutating func endBlock(
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard let block = directions[index].block.take() else { return }
        var lines = DecodedFieldLines(limits: limits)
        do throws(HPACKDecoder.Failure) {
            try directions[index].hpack.decode(block.bytes.span.bytes, into: &lines)
        } catch {
            guard block.hasGap else { return fail(.compression("\(error)"), origin, &handler) }
        }
        let memory = account(for: &lines)
        // The rest of the block, after the gap, may have changed the table.
        if block.hasGap { directions[index].hpack.forget() }
        let frame = block.first.frame
        if block.isPush {
            handler.handle(.diagnostic(.pushIgnored, frame: frame))
            return
        }
        recognize(side, by: lines)
        switch role(of: side) {
        case .request: takeRequestHead(block, lines, memory, &handler)
        case .response: takeResponseHead(block, lines, memory, &handler)
        case nil: break
        }
        if !lines.unknown.isEmpty, slot(of: block.stream) != nil || role(of: side) != nil {
            handler.handle(.diagnostic(.unknownFields, frame: frame))
        }
    }

    /// Takes memory for a head that is long; where there is none, its long lines are left out.
    private mutating func account(for lines: inout DecodedFieldLines) -> MemoryShare? {
        guard lines.byteCount > DecodedFieldLines.shortHead else { return nil }
        let received = receivedBytes
        receivedBytes = 0
        let memory = MemoryShare(of: memory, for: .head)
        if self.memory.expand(lines.byteCount, received: received), memory.resize(to: lines.memoryBytes) {
            return memory
        }
        lines.elide()
        return nil
    }

    /// The first pseudo-header field that is seen shows which end is the client (RFC 9113 §8.3).
    private mutating func recognize(_ side: Side, by lines: DecodedFieldLines) {
        guard client == nil else { return }
        if lines.has(":status") {
            client = side.other
        } else if lines.has(":method") || lines.has(":path") || lines.has(":scheme") {
            client = side
        }
    }

    private mutating func takeRequestHead(
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ memory: MemoryShare?,
        _ handler: inout some ExchangeEventHandler
    ) {
        let known = slot(of: block.stream)
        if let known, streams[known].entry.request != .expected {
            return takeTrailers(.request, of: known, block, lines, &handler)
        }
        // The stream is over, or its number is too low for a new one (RFC 9113 §5.1.1).
        guard known != nil || block.stream > greatestStream else { return }
        let slot = known ?? begin(block.stream, hasRequest: true, &handler)
        streams[slot].openRequest(draft(block, lines, memory), lines, isOver: block.endsStream)
        if memory == nil { count(lines, of: slot) }
        handler.head(streams[slot].request.draft.head, of: streams[slot].entry.id, .request)
        if !streams[slot].request.isOpen { close(.request, of: slot, .complete, &handler) }
    }

    private mutating func takeResponseHead(
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ memory: MemoryShare?,
        _ handler: inout some ExchangeEventHandler
    ) {
        // Server push is on even streams, and ignored (RFC 9113 §8.4).
        guard block.stream % 2 == 1 else { return }
        let known = slot(of: block.stream)
        if let known, streams[known].entry.response != .awaited {
            return takeTrailers(.response, of: known, block, lines, &handler)
        }
        guard known != nil || block.stream > greatestStream else { return }
        let slot = known ?? begin(block.stream, hasRequest: false, &handler)
        let status = lines.text(named: ":status").flatMap { Int($0) }
        if let status, (100..<200).contains(status), !block.endsStream {
            if streams[slot].entry.exchange.informational.count < limits.informationalResponses {
                streams[slot].entry.exchange.informational.append(status)
            }
            handler.handle(.interimHead(streams[slot].entry.id, draft(block, lines, memory).head))
            return
        }
        streams[slot].openResponse(draft(block, lines, memory), status: status, isOver: block.endsStream)
        streams[slot].response.isWanted = responseContents.includes(streams[slot].response.draft.head.fields)
        if memory == nil { count(lines, of: slot) }
        handler.head(streams[slot].response.draft.head, of: streams[slot].entry.id, .response)
        if !streams[slot].response.isOpen { close(.response, of: slot, .complete, &handler) }
    }

    private mutating func takeTrailers(
        _ role: MessageRole,
        of slot: Int,
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard streams[slot].isOpen(role) else { return }
        streams[slot][role].draft.content.trailers = lines.section
        count(lines, of: slot)
        streams[slot][role].note(upTo: block.end, wire: 0, block.last, limits: limits)
        if block.endsStream { close(role, of: slot, .complete, &handler) }
    }

    /// Counts the memory that field lines take.
    private mutating func count(_ lines: DecodedFieldLines, of slot: Int) {
        streams[slot].headBytes += lines.memoryBytes
        headBytes += lines.memoryBytes
    }

    /// Makes a message from its header block; offsets in its fields count in their own text.
    private func draft(
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ memory: MemoryShare?
    ) -> MessageDraft {
        var draft = MessageDraft(startLineOffset: block.first.offset)
        draft.head.version = "HTTP/2"
        draft.head.fields = lines.section
        draft.head.declaredLength = FramingFields(draft.head.fields).declaredLength
        draft.head.hasGap = block.hasGap || lines.isCut || !lines.unknown.isEmpty
        draft.head.contentStart = block.end
        draft.arrival.firstFrame = block.first.frame
        draft.arrival.lastFrame = block.last.frame
        draft.arrival.startedAt = block.first.time
        draft.arrival.endedAt = block.last.time
        let length = block.end - block.first.offset
        if let frame = block.first.frame { draft.arrival.frameMap.append(length: length, value: frame) }
        if let record = block.first.record { draft.arrival.recordMap.append(length: length, value: record) }
        draft.http2 = HTTP2Origin(
            stream: block.stream,
            unknownFields: lines.unknown,
            elidedBytes: lines.elidedBytes,
            memory: memory
        )
        return draft
    }

    private mutating func begin(
        _ number: Int,
        hasRequest: Bool,
        _ handler: inout some ExchangeEventHandler
    ) -> Int {
        makeRoom(&handler)
        var exchange = Exchange(on: summary, clientSide: client)
        exchange.applicationProtocol = summary.tls == nil ? .h2c : .h2
        let slot = slots.take()
        let entry = PendingExchange(
            id: ExchangeID(number: numbers.next(), slot: slot),
            exchange: exchange,
            hasRequest: hasRequest
        )
        open(HTTP2Stream(number: number, entry: entry))
        return slot
    }
}
