import Bytes

/// Interim responses in a file, between the head of a request and its content.
///
/// Who copies both directions of a connection into one file has the server's `100 Continue` there. Its lines are held
/// until its blank line: what turns out not to be a head is content.
extension HTTP1MessageReader {
    /// Whether declared content follows, in place of which the client did not have to expect a response: only an interim
    /// response may stand before it.
    var isBeforeContent: Bool {
        guard isFile, !expectsContinue, case .resumed(let resumed) = unframed else { return false }
        switch resumed {
        case .counted, .chunked: return true
        case .startLine, .head, .interim, .rest, .ended: return false
        }
    }

    /// The status of an interim response before content (RFC 9110 §15.2); `nil` for other responses, and elsewhere.
    ///
    /// After 101 (Switching Protocols) no content follows.
    func interimStatus(_ start: StartLine) -> Int? {
        guard case .resumed = unframed, case .status(let status, _) = start.form, status < 200, status != 101
        else { return nil }
        return status
    }

    /// Begins to gather the lines of an interim response, whose status line is held.
    mutating func beginInterim(_ status: Int) {
        headLine = (held.count, 0)
        state = .interim(status: status)
    }

    /// Gathers the lines of an interim response; false where they are content, and the response follows in them.
    mutating func gatherInterim(
        _ status: Int,
        _ bytes: RawSpan,
        from position: inout Int,
        _ origin: ByteOrigin,
        _ queue: inout ExchangeQueue,
        _ handler: inout some ExchangeEventHandler
    ) -> Bool {
        while position < bytes.byteCount {
            let start = position
            let feed = bytes.firstLineFeed(from: start)
            position = feed.map { $0 + 1 } ?? bytes.byteCount
            hold(bytes.extracting(start..<position), origin.moved(by: start))
            if feed != nil {
                if held.span.bytes.isBlankLine(from: headLine.start, feed: held.count - 1) {
                    queue.takeInformational(status)
                    held = []
                    draft.head.contentStart = origin.offset + position
                    state = .startLine
                    isInsideLine = false
                    return true
                }
                guard Self.isFieldLine(held[headLine.start...]) else {
                    replay(&queue, &handler)
                    return !isAtResponse
                }
                headLine = (held.count, headLine.count + 1)
            }
            guard held.count <= limits.headBytes, headLine.count <= limits.fieldLines else {
                replay(&queue, &handler)
                return !isAtResponse
            }
        }
        return true
    }

    /// Whether a line begins with the name of a field and a colon (RFC 9112 §5).
    private static func isFieldLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy(\.isTokenCharacter)
    }
}
