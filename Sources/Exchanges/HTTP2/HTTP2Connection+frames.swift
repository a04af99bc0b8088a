import Bytes
import Connections

extension HTTP2Connection {
    /// The header of a frame is complete.
    func begin(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        if let error = fault(of: header, from: side) { return fail(error, delivery, &handler) }
        halves[index].control.removeAll(keepingCapacity: true)
        let end = delivery.base + HTTP2FrameHeader.length
        switch header.kind {
        case .data:
            beginData(header, from: side, delivery)
        case .headers, .pushPromise:
            halves[index].block = HTTP2Direction.Block(
                stream: header.stream,
                endsStream: header.kind == .headers && header.endsStream,
                isPush: header.kind == .pushPromise,
                first: delivery,
                last: delivery,
                end: end
            )
        default: break
        }
        halves[index].contentRemaining =
            HTTP2Direction.prefixLength(of: header) == 0 ? header.payloadLength : nil
    }

    /// The next bytes of the current frame's payload arrived.
    func takePayload(
        _ bytes: RawSpan,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard let header = halves[index].frames.header else { return }
        var position = 0
        if halves[index].contentRemaining == nil {
            let prefix = HTTP2Direction.prefixLength(of: header)
            let count = min(prefix - halves[index].control.count, bytes.byteCount)
            halves[index].control += bytes.copied(0..<count)
            position = count
            guard halves[index].control.count == prefix else { return }
            let padding = header.isPadded ? Int(halves[index].control[0]) : 0
            let content = header.payloadLength - prefix - padding
            guard content >= 0 else {
                return fail(.padding(type: Self.name(of: header)), delivery, &handler)
            }
            halves[index].contentRemaining = content
        }
        let count = min(halves[index].contentRemaining ?? 0, bytes.byteCount - position)
        halves[index].contentRemaining? -= count
        let content = bytes.extracting(position..<(position + count))
        switch header.kind {
        case .data:
            takeData(bytes, content: position..<(position + count), from: side, delivery, &handler)
        case .headers, .pushPromise, .continuation:
            gather(content, upTo: delivery.base + bytes.byteCount, from: side, delivery, &handler)
        case .settings, .resetStream:
            // Both are read as a whole; no SETTINGS frame that is allowed has more than 2,730 parameters.
            if halves[index].control.count + count <= HTTP2FrameHeader.ordinaryPayload {
                halves[index].control += content.copied(0..<count)
            }
        default: break
        }
    }

    /// The current frame is complete.
    func end(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        switch header.kind {
        case .data: endData(header, from: side, &handler)
        case .headers, .pushPromise, .continuation:
            if header.endsHeaders { endBlock(from: side, delivery, &handler) }
        case .settings:
            let payload = halves[index].control
            guard !header.isAcknowledgement else { return }
            halves[index].settings.read(payload)
            let other = Int(side.other.rawValue)
            halves[other].hpack.allow(halves[index].settings.tableCapacity)
        case .resetStream:
            let code = HTTP2ErrorCode(halves[index].control)
            reset(header.stream, from: side, code, &handler)
        case .goAway: goAway(halves[index].control, from: side, frame: delivery.frame ?? 0, &handler)
        default: break
        }
    }

    /// Gathers a piece of a header block.
    private func gather(
        _ piece: RawSpan,
        upTo end: Int,
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard let count = halves[index].block?.bytes.count else { return }
        guard count + piece.byteCount <= limits.headBytes else {
            return fail(.headerBlock(limit: limits.headBytes), delivery, &handler)
        }
        halves[index].block?.last = delivery
        halves[index].block?.end = end
        guard halves[index].block?.hasGap == false else { return }
        piece.withUnsafeBytes { halves[index].block?.bytes.append(contentsOf: $0) }
    }

    /// What makes a frame a connection error, as far as its header tells (RFC 9113 §4.2, §6).
    private func fault(of header: HTTP2FrameHeader, from side: Side) -> HTTP2Error? {
        let name = Self.name(of: header)
        if let stream = halves[Int(side.rawValue)].block?.stream {
            guard header.kind == .continuation, header.stream == stream else {
                return .continuation(type: name)
            }
        } else if header.kind == .continuation {
            return .continuation(type: name)
        }
        let limit = frameLimit(for: side)
        guard header.payloadLength <= limit else {
            return .frameSize(type: name, length: header.payloadLength, limit: limit)
        }
        guard let kind = header.kind else { return nil }
        if let concernsStream = kind.concernsStream, concernsStream != (header.stream != 0) {
            return .stream(type: name, stream: header.stream)
        }
        let length = header.payloadLength
        let isTooShort =
            switch kind {
            case .settings: header.isAcknowledgement ? length != 0 : length % 6 != 0
            case .goAway: length < 8
            // A PRIORITY frame of another length is only an error of its stream, and read by nobody.
            case .priority: false
            default: length != kind.fixedLength ?? length || length < HTTP2Direction.prefixLength(of: header)
            }
        if isTooShort { return .frameLength(type: name, length: length) }
        if side == client, kind == .pushPromise { return .pushByClient }
        if side == client, kind == .headers, header.stream % 2 == 0 {
            return .stream(type: name, stream: header.stream)
        }
        return nil
    }

    /// The greatest payload that a side may send: what the other side announced, as far as it was captured.
    private func frameLimit(for side: Side) -> Int {
        let other = Int(side.other.rawValue)
        let settings = halves[other].settings
        let isKnown = settings.wereSeen || (halves[other].hasBytes && summary.sawHandshake)
        return isKnown ? settings.frameLimit : 1 << 24 - 1
    }

    private static func name(of header: HTTP2FrameHeader) -> String {
        header.kind?.name ?? "type \(header.type)"
    }
}
