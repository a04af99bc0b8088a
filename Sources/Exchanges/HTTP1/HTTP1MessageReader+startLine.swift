import Bytes

extension HTTP1MessageReader {
    /// What a line between messages is.
    private enum LineKind {
        /// A start line that this stream may carry.
        case start(StartLine)
        /// A status line in a file that is read as a request: the response begins.
        case response
        /// The status line of an interim response in such a file, after which the request's content follows.
        case interim(status: Int)
        /// The connection preface of HTTP/2.
        case preface
        /// A line without text.
        case blank
        /// Something else.
        case other
    }

    /// Looks for a start line; returns false where a response begins at the position in a file read as a
    /// request.
    mutating func scan(
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        let start = position
        if isInsideLine {
            let feed = bytes.firstLineFeed(from: start)
            position = feed.map { $0 + 1 } ?? bytes.byteCount
            isInsideLine = feed == nil
            leave(bytes.extracting(start..<position), origin.moved(by: start), &queue, &handler)
            return true
        }
        if isBeforeClose, held.isEmpty, let end = closeLine?.endOfOtherLines(in: bytes, from: start) {
            position = end
            consume(end - start, origin.moved(by: start), isContent: true)
            deliver(bytes.extracting(start..<end), at: origin.offset + start, &handler)
            return true
        }
        if isAtAnchor, findFrame(bytes, from: &position, origin, &queue, &handler) { return true }
        if isAtAnchor, findRecord(bytes, from: &position, origin, &queue, &handler) { return true }
        let feed = bytes.firstLineFeed(from: start)
        let end = feed.map { $0 + 1 } ?? bytes.byteCount
        let line = bytes.extracting(start..<end)
        guard held.count + line.byteCount <= limits.startLineBytes,
            feed != nil || !held.isEmpty || mayBegin(line, queue.role(of: side))
        else {
            refute(&queue, &handler)
            return !isAtResponse
        }
        guard feed != nil, held.isEmpty else {
            // A line that arrived in pieces is joined first.
            hold(line, origin.moved(by: start))
            position = end
            let joined = held
            guard feed != nil else {
                if !mayBegin(joined.span.bytes, queue.role(of: side)) { refute(&queue, &handler) }
                return !isAtResponse
            }
            let verdict = judge(joined.span.bytes, queue.role(of: side))
            if case .response = verdict {
                held.removeLast(end - start)
                position = start
                return false
            }
            if case .start(let startLine) = verdict {
                begin(startLine, joined.span.bytes, heldFirst, &queue, &handler)
                self.startLine = startLine
                headLine = (joined.count, 0)
                state = .head
            } else if case .interim(let status) = verdict {
                beginInterim(status)
            } else if case .preface = verdict {
                queue.leave(for: .http2(client: side))
                state = .ended
            } else {
                noteBlank(verdict, at: heldFirst.offset)
                replay(&queue, &handler)
            }
            return !isAtResponse
        }
        let verdict = judge(line, queue.role(of: side))
        switch verdict {
        case .start(let startLine):
            begin(startLine, line, origin.moved(by: start), &queue, &handler)
            position = end
            if !findHead(startLine, bytes, start: start, &position, origin, &queue, &handler) {
                hold(line, origin.moved(by: start))
                self.startLine = startLine
                headLine = (line.byteCount, 0)
                state = .head
            }
        case .response:
            return false
        case .interim(let status):
            hold(line, origin.moved(by: start))
            position = end
            beginInterim(status)
        case .preface:
            hold(line, origin.moved(by: start))
            position = end
            queue.leave(for: .http2(client: side))
            state = .ended
        case .blank, .other:
            if case .resumed(let resumed) = unframed {
                resume(resumed)
                return true
            }
            position = end
            noteBlank(verdict, at: origin.offset + start)
            leave(line, origin.moved(by: start), &queue, &handler)
        }
        return true
    }

    /// Looks for a TLS record (RFC 8446 §5.1) where another protocol may begin; returns whether bytes were
    /// read.
    private mutating func findRecord(
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        guard queue.client == nil else {
            isAtAnchor = false
            return false
        }
        while position < bytes.byteCount {
            let byte = bytes.byte(position)
            let fits =
                switch held.count {
                case 0: (0x14...0x17).contains(byte)
                case 1: byte == 0x03
                case 2: byte <= 0x04
                // A record has at most 2^14 bytes, and 2,048 more where it is encrypted.
                default: byte <= 0x48
                }
            guard fits else {
                isAtAnchor = false
                let wasTried = !held.isEmpty
                if wasTried { refute(&queue, &handler) }
                return wasTried
            }
            hold(bytes.extracting(position..<position + 1), origin.moved(by: position))
            position += 1
            if held.count == 4 {
                queue.leave(for: .opaque(.tls, frame: origin.frame))
                held = []
                state = .ended
                return true
            }
        }
        return true
    }

    /// Looks for an HTTP/2 frame that no preface precedes; returns whether bytes were read.
    ///
    /// It is the server's first frame, which may come before the client's preface, or a frame of a connection
    /// whose beginning was not captured.
    private mutating func findFrame(
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        guard queue.client == nil, !isFile, held.first ?? bytes.byte(position) == 0 else { return false }
        var needed = HTTP2FrameHeader.length
        while true {
            let count = min(needed - held.count, bytes.byteCount - position)
            if count > 0 {
                hold(bytes.extracting(position..<(position + count)), origin.moved(by: position))
                position += count
            }
            guard held.count >= HTTP2FrameHeader.length else { return true }
            let header = HTTP2FrameHeader(held.span.bytes)
            var isFrame = header.isPlausible
            if isFrame, header.kind != .settings || header.isAcknowledgement {
                let end = HTTP2FrameHeader.length + header.payloadLength
                needed = end + HTTP2FrameHeader.length
                if hasOtherLines, held.count < needed {
                    if position < bytes.byteCount { continue }
                    guard held.count == end else { return true }
                    // In the middle of a connection another frame must follow, or no bytes yet.
                } else {
                    isFrame =
                        hasOtherLines
                        && HTTP2FrameHeader(held.span.bytes.extracting(end..<needed)).isPlausible
                }
            }
            isAtAnchor = false
            if isFrame {
                queue.leave(for: .http2(client: nil))
                state = .ended
            } else {
                refute(&queue, &handler)
            }
            return true
        }
    }

    /// What a line between messages is.
    ///
    /// It changes nothing; but for a function that cannot, the compiler copies the whole reader.
    private mutating func judge(_ line: RawSpan, _ role: MessageRole?) -> LineKind {
        if isBeforeClose { return .other }
        if role != .response, !isBeforeContent,
            let start = StartLine.request(line, methodBytes: limits.methodBytes)
        {
            return .start(start)
        }
        if role != .request || isFile, let start = StartLine.status(line) {
            guard role == .request else { return .start(start) }
            if let status = interimStatus(start) { return .interim(status: status) }
            return isBeforeContent ? .other : .response
        }
        if role == nil, StartLine.isHTTP2Preface(line) { return .preface }
        if line.isBlankLine(from: 0, feed: line.byteCount - 1) { return .blank }
        if role != .response, mustBegin, let start = StartLine.loose(line, methodBytes: limits.methodBytes) {
            return .start(start)
        }
        return .other
    }

    /// Whether nothing but a message can stand here: at the stream's first byte or after a message, blank lines aside.
    private var mustBegin: Bool {
        switch unframed {
        case .skipped, .excess: !hasOtherLines
        case .content, .resumed: false
        }
    }

    /// Whether bytes without an LF may become a start line or a blank line.
    private mutating func mayBegin(_ bytes: RawSpan, _ role: MessageRole?) -> Bool {
        if isBeforeClose { return false }
        if role != .response, !isBeforeContent,
            StartLine.mayBeginRequest(bytes, methodBytes: limits.methodBytes)
        {
            return true
        }
        if role != .request || isFile, StartLine.mayBeginStatus(bytes) { return true }
        if role != .response, mustBegin, StartLine.mayBeginLoose(bytes, methodBytes: limits.methodBytes) {
            return true
        }
        return bytes.byteCount <= 2 && bytes.textEnd(from: 0, feed: bytes.byteCount) == 0
    }

    /// The held bytes, or those of the line that begins, are not a start line, whatever follows.
    private mutating func refute(
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) {
        hasOtherLines = true
        isInsideLine = held.last != 0x0A
        if case .resumed(let resumed) = unframed, held.isEmpty {
            resume(resumed)
        } else {
            replay(&queue, &handler)
        }
    }

    private mutating func noteBlank(_ verdict: LineKind, at offset: Int) {
        guard case .blank = verdict else {
            hasOtherLines = true
            return
        }
        // What is excess is reported of the request that it follows, and not of the next one too.
        if case .excess = unframed, isInMessage { return }
        blankLines = blankLines ?? offset
    }
}
