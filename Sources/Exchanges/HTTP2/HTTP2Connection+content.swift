import Bytes

extension HTTP2Connection {
    /// A DATA frame begins.
    mutating func beginData(_ header: HTTP2FrameHeader, from side: Side, _ origin: ByteOrigin) {
        let index = Int(side.rawValue)
        directions[index].contentSlot = nil
        guard let role = role(of: side), let slot = slot(of: header.stream),
            streams[slot].isOpen(role)
        else { return }
        directions[index].contentSlot = slot
        streams[slot][role].frameCount += 1
        let length = HTTP2FrameHeader.length
        streams[slot][role].note(upTo: origin.offset + length, wire: length, origin, limits: limits)
    }

    /// The next bytes of a DATA frame's payload arrived; `content` is the range of them that is not padding.
    mutating func takeData(
        _ bytes: RawSpan,
        content: Range<Int>,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let role = role(of: side), let slot = directions[Int(side.rawValue)].contentSlot else { return }
        let count = bytes.byteCount
        streams[slot][role].note(upTo: origin.offset + count, wire: count, origin, limits: limits)
        guard !content.isEmpty else { return }
        let offset = origin.offset + content.lowerBound
        streams[slot][role].advance(content.count, at: offset, limits: limits)
        guard let id = wantedExchange(slot, role) else { return }
        handler.content(bytes.extracting(content), of: id, role)
    }

    /// The next `length` bytes of a DATA frame's payload are missing.
    mutating func missContent(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard let role = role(of: side), let slot = directions[index].contentSlot, length > 0 else { return }
        guard let remaining = directions[index].contentRemaining else {
            // It is not known either how much of the rest is padding.
            close(role, of: slot, .captureEnded, &handler)
            directions[index].contentSlot = nil
            directions[index].contentRemaining = 0
            return
        }
        let count = min(length, remaining)
        directions[index].contentRemaining = remaining - count
        streams[slot][role].note(upTo: origin.offset + length, wire: length, origin, limits: limits)
        guard count > 0 else { return }
        streams[slot][role].advance(count, at: origin.offset, limits: limits)
        streams[slot][role].draft.content.missingBytes += count
        guard let id = wantedExchange(slot, role) else { return }
        switch role {
        case .request: handler.handle(.requestGap(id, length: count, cause: cause))
        case .response: handler.handle(.responseGap(id, length: count, cause: cause))
        }
    }

    /// The exchange on a stream, where the content of a message of it is reported.
    private func wantedExchange(_ slot: Int, _ role: MessageRole) -> ExchangeID? {
        streams[slot].isWanted(role) ? streams[slot].entry.id : nil
    }

    /// A DATA frame is complete.
    mutating func endData(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard let role = role(of: side), let slot = directions[Int(side.rawValue)].contentSlot.take() else {
            return
        }
        streams[slot][role].flush(limits)
        if header.endsStream { close(role, of: slot, .complete, &handler) }
    }
}
