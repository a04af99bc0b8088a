import Bytes
import Connections

extension HTTP2Connection {
    /// A header block is complete.
    func endBlock(
        from side: Side,
        _ delivery: ByteOrigin,
        _ handler: inout some ExchangeHandler
    ) {
        let index = Int(side.rawValue)
        guard let block = halves[index].block.take() else { return }
        var lines = DecodedFieldLines(limits: limits)
        do throws(HPACKDecoder.Failure) {
            try halves[index].hpack.decode(block.bytes.span.bytes, into: &lines)
        } catch {
            guard block.hasGap else { return fail(.compression("\(error)"), delivery, &handler) }
        }
        // What followed the gap may have changed the table.
        if block.hasGap { halves[index].hpack.forget() }
        let frame = block.first.frame ?? 0
        if block.isPush {
            handler.remark(.pushIgnored, connection: summary.number, frame: frame)
            return
        }
        recognize(side, by: lines)
        switch role(of: side) {
        case .request: takeRequestHead(block, lines, &handler)
        case .response: takeResponseHead(block, lines, &handler)
        case nil: break
        }
        if !lines.unknown.isEmpty, streams[block.stream] != nil || role(of: side) != nil {
            handler.remark(.unknownFields, connection: summary.number, frame: frame)
        }
    }

    /// The first pseudo-header field that is seen tells who is the client (RFC 9113 §8.3).
    private func recognize(_ side: Side, by lines: DecodedFieldLines) {
        guard client == nil else { return }
        if lines.has(":status") {
            client = side.other
        } else if lines.has(":method") || lines.has(":path") || lines.has(":scheme") {
            client = side
        }
    }

    private func takeRequestHead(
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ handler: inout some ExchangeHandler
    ) {
        if let stream = streams[block.stream], stream.entry.request != .expected {
            return takeTrailers(.request, of: stream, block, lines, &handler)
        }
        // A stream that is over, or one that would have to begin before another (RFC 9113 §5.1.1).
        guard streams[block.stream] != nil || block.stream > greatestStream else { return }
        let stream = streams[block.stream] ?? begin(block.stream, &handler)
        stream.entry.exchange.method = lines.text(named: ":method") ?? ""
        stream.entry.exchange.target = lines.text(named: ":path") ?? ""
        // The frames after CONNECT are a tunnel's (RFC 9113 §8.5, RFC 8441 §4).
        let isTunnel = stream.entry.exchange.method == "CONNECT"
        if isTunnel {
            stream.entry.exchange.tunnelProtocol = lines.text(named: ":protocol")
            if stream.entry.exchange.target.isEmpty {
                stream.entry.exchange.target = lines.text(named: ":authority") ?? ""
            }
        }
        var message = message(block, lines)
        let isOver = block.endsStream || isTunnel
        message.framing = isOver ? .none : .h2Data
        stream.entry.exchange.request = message
        stream.entry.request = .open
        stream.request.isOpen = !isOver
        stream.request.isWanted = handler.requestHead(stream.entry.number, stream.entry.exchange) == .wanted
        if isOver { close(.request, of: stream, .complete, &handler) }
    }

    private func takeResponseHead(
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ handler: inout some ExchangeHandler
    ) {
        // Server push is on even streams, and ignored (RFC 9113 §8.4).
        guard block.stream % 2 == 1 else { return }
        if let stream = streams[block.stream], stream.entry.response != .awaited {
            return takeTrailers(.response, of: stream, block, lines, &handler)
        }
        guard streams[block.stream] != nil || block.stream > greatestStream else { return }
        let stream = streams[block.stream] ?? begin(block.stream, &handler)
        let status = lines.text(named: ":status").flatMap { Int($0) }
        if let status, (100..<200).contains(status), !block.endsStream {
            if stream.entry.exchange.informational.count < limits.informationalResponses {
                stream.entry.exchange.informational.append(status)
            }
            return
        }
        var message = message(block, lines)
        message.framing = block.endsStream ? .none : .h2Data
        stream.entry.wasRejectedEarly = (status ?? 0) >= 400 && stream.entry.request == .open
        stream.entry.response = .open
        stream.entry.exchange.response = message
        stream.entry.exchange.status = status
        let isTunnel =
            stream.entry.exchange.method == "CONNECT" && status.map { (200..<300).contains($0) } ?? false
        stream.entry.exchange.becameTunnel = isTunnel
        stream.response.isOpen = !block.endsStream && !isTunnel
        stream.response.isWanted = handler.responseHead(stream.entry.number, stream.entry.exchange) == .wanted
        if block.endsStream || isTunnel { close(.response, of: stream, .complete, &handler) }
    }

    private func takeTrailers(
        _ role: MessageRole,
        of stream: HTTP2Stream,
        _ block: HTTP2Direction.Block,
        _ lines: DecodedFieldLines,
        _ handler: inout some ExchangeHandler
    ) {
        guard stream[role].isOpen else { return }
        stream.update(role) { $0.trailers = lines.section }
        stream.note(role, upTo: block.end, wire: 0, block.last, limits: limits)
        if block.endsStream { close(role, of: stream, .complete, &handler) }
    }

    /// A message as its header block tells; offsets in its fields count in their own text.
    private func message(_ block: HTTP2Direction.Block, _ lines: DecodedFieldLines) -> Message {
        var message = Message(startLineOffset: block.first.base)
        message.version = "HTTP/2"
        message.fields = lines.section
        message.declaredLength = FramingFields(message.fields).declaredLength
        message.headHasGap = block.hasGap || lines.isCut || !lines.unknown.isEmpty
        message.contentStart = block.end
        message.firstFrame = block.first.frame
        message.lastFrame = block.last.frame
        message.startedAt = block.first.time
        message.endedAt = block.last.time
        if let frame = block.first.frame {
            message.frames.append(length: block.end - block.first.base, value: frame)
        }
        message.http2 = HTTP2Origin(stream: block.stream, unknownFields: lines.unknown)
        return message
    }

    private func begin(
        _ number: Int,
        _ handler: inout some ExchangeHandler
    ) -> HTTP2Stream {
        makeRoom(&handler)
        var exchange = Exchange(on: summary, client: client)
        exchange.applicationProtocol = summary.tls == nil ? .h2c : .h2
        let entry = PendingExchange(
            number: numbers.next(),
            exchange: exchange,
            request: .expected,
            response: .awaited
        )
        let stream = HTTP2Stream(number: number, entry: entry)
        open(stream)
        return stream
    }
}
