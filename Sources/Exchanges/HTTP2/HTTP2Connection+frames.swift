import Bytes

extension HTTP2Connection {
    /// The header of a frame is complete.
    mutating func begin(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        if let error = fault(of: header, from: side) { return fail(error, origin, &handler) }
        directions[index].control.removeAll(keepingCapacity: true)
        let end = origin.offset + HTTP2FrameHeader.length
        switch header.kind {
        case .data:
            beginData(header, from: side, origin)
        case .headers, .pushPromise:
            directions[index].block = HTTP2Direction.Block(
                stream: header.stream,
                endsStream: header.kind == .headers && header.endsStream,
                isPush: header.kind == .pushPromise,
                first: origin,
                last: origin,
                end: end
            )
        default: break
        }
        directions[index].contentRemaining =
            HTTP2Direction.prefixLength(of: header) == 0 ? header.payloadLength : nil
    }

    /// The next bytes of the current frame's payload arrived.
    mutating func takePayload(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        guard let header = directions[index].frameReader.header else { return }
        var position = 0
        if directions[index].contentRemaining == nil {
            let prefix = HTTP2Direction.prefixLength(of: header)
            let count = min(prefix - directions[index].control.count, bytes.byteCount)
            directions[index].control += bytes.copied(0..<count)
            position = count
            guard directions[index].control.count == prefix else { return }
            let padding = header.isPadded ? Int(directions[index].control[0]) : 0
            let content = header.payloadLength - prefix - padding
            guard content >= 0 else {
                return fail(.padding(type: Self.name(of: header)), origin, &handler)
            }
            directions[index].contentRemaining = content
        }
        let count = min(directions[index].contentRemaining ?? 0, bytes.byteCount - position)
        directions[index].contentRemaining? -= count
        let content = bytes.extracting(position..<(position + count))
        switch header.kind {
        case .data:
            takeData(bytes, content: position..<(position + count), from: side, origin, &handler)
        case .headers, .pushPromise, .continuation:
            gather(content, upTo: origin.offset + bytes.byteCount, from: side, origin, &handler)
        case .settings, .resetStream:
            // Both are read as a whole; no SETTINGS frame that is allowed has more than 2,730 parameters.
            if directions[index].control.count + count <= HTTP2FrameHeader.ordinaryPayload {
                directions[index].control += content.copied(0..<count)
            }
        default: break
        }
    }

    /// The current frame is complete.
    mutating func end(
        _ header: HTTP2FrameHeader,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        let index = Int(side.rawValue)
        switch header.kind {
        case .data: endData(header, from: side, &handler)
        case .headers, .pushPromise, .continuation:
            if header.endsHeaders { endBlock(from: side, origin, &handler) }
        case .settings:
            let payload = directions[index].control
            guard !header.isAcknowledgement else { return }
            directions[index].settings.read(payload)
            let other = Int(side.other.rawValue)
            directions[other].hpack.allow(directions[index].settings.tableCapacity)
        case .resetStream:
            let code = HTTP2ErrorCode(directions[index].control)
            reset(header.stream, from: side, code, &handler)
        case .goAway: goAway(directions[index].control, from: side, frame: origin.frame, &handler)
        default: break
        }
    }

    /// Collects a piece of a header block.
    private mutating func gather(
        _ piece: RawSpan,
        upTo end: Int,
        from side: Side,
        _ origin: ByteOrigin,
        _ handler: inout some ExchangeEventHandler
    ) {
        guard directions[Int(side.rawValue)].gather(piece, upTo: end, origin, limit: limits.headBytes) else {
            return fail(.headerBlock(limit: limits.headBytes), origin, &handler)
        }
    }

    /// The connection error that the header of a frame shows, if any (RFC 9113 §4.2, §6).
    private mutating func fault(of header: HTTP2FrameHeader, from side: Side) -> HTTP2Error? {
        let name = Self.name(of: header)
        if let stream = directions[Int(side.rawValue)].blockStream {
            guard header.kind == .continuation, header.stream == stream else {
                return .continuation(type: name)
            }
        } else if header.kind == .continuation {
            return .continuation(type: name)
        }
        if role(of: side) == .response, header.isStatusLine { return .answeredInHTTP1 }
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
            // A PRIORITY frame of another length is only an error of its stream, and is ignored.
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
    private mutating func frameLimit(for side: Side) -> Int {
        let other = Int(side.other.rawValue)
        let settings = directions[other].settings
        let isKnown = settings.wereSeen || (directions[other].hasBytes && summary.sawHandshake)
        return isKnown ? settings.frameLimit : 1 << 24 - 1
    }

    private static func name(of header: HTTP2FrameHeader) -> String {
        header.kind?.name ?? "type \(header.type)"
    }
}
