import Bytes
import Connections

extension HTTP2Connection {
    /// A DATA frame begins.
    func beginData(_ header: HTTP2FrameHeader, from side: Side, _ delivery: ByteOrigin) {
        let index = Int(side.rawValue)
        halves[index].content = nil
        guard let role = role(of: side), let stream = streams[header.stream], stream[role].isOpen else {
            return
        }
        halves[index].content = stream
        stream[role].frameCount += 1
        let length = HTTP2FrameHeader.length
        stream.note(role, upTo: delivery.base + length, wire: length, delivery, limits: limits)
    }

    /// The next bytes of a DATA frame's payload arrived, `content` the range in them that is no padding.
    func takeData(
        _ bytes: RawSpan,
        content: Range<Int>,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        guard let role = role(of: side), let stream = halves[Int(side.rawValue)].content else { return }
        let count = bytes.byteCount
        stream.note(role, upTo: delivery.base + count, wire: count, delivery, limits: limits)
        guard !content.isEmpty else { return }
        let offset = delivery.base + content.lowerBound
        stream.advance(role, content.count, at: offset, limits: limits)
        guard stream[role].isWanted else { return }
        switch role {
        case .request: handler.requestContent(stream.entry.number, bytes.extracting(content))
        case .response: handler.responseContent(stream.entry.number, bytes.extracting(content))
        }
    }

    /// The next `length` bytes of a DATA frame's payload are missing.
    func missContent(
        _ length: Int,
        from side: Side,
        cause: GapCause,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard let role = role(of: side), let stream = halves[index].content, length > 0 else { return }
        guard let remaining = halves[index].contentRemaining else {
            // How much of it is padding is not known either.
            close(role, of: stream, .captureEnded, &handler)
            halves[index].content = nil
            halves[index].contentRemaining = 0
            return
        }
        let count = min(length, remaining)
        halves[index].contentRemaining = remaining - count
        stream.note(role, upTo: delivery.base + length, wire: length, delivery, limits: limits)
        guard count > 0 else { return }
        stream.advance(role, count, at: delivery.base, limits: limits)
        stream.update(role) { $0.missingBytes += count }
        guard stream[role].isWanted else { return }
        switch role {
        case .request: handler.requestGap(stream.entry.number, length: count, cause: cause)
        case .response: handler.responseGap(stream.entry.number, length: count, cause: cause)
        }
    }

    /// A DATA frame is complete.
    func endData(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ handler: inout some ExchangeHandler
    ) {
        guard let role = role(of: side), let stream = halves[Int(side.rawValue)].content.take() else {
            return
        }
        stream.flush(role, limits)
        if header.endsStream { close(role, of: stream, .complete, &handler) }
    }
}
