import Bytes

/// The bytes of a raw message in a log.
protocol RawMessage {
    /// Passes the bytes to `body`, piece by piece, until it returns false.
    func forEachPiece(_ body: (RawSpan) -> Bool) throws(CaptureProblem)
}

/// An exchange of which a log holds both messages as raw bytes.
///
/// Messages of HTTP/1 are passed on unchanged, unless they are text, whose lengths may differ from those
/// sent. Messages of HTTP/2, which proxies write in the form of HTTP/1.1, are parsed: no such bytes were on
/// the wire.
struct RawExchange {
    /// The metadata of the exchange.
    var note: LoggedExchange
    /// Whether the log breaks off in it.
    var isCutOff = false

    /// Reports the exchange.
    ///
    /// - Parameters:
    ///   - request: the bytes of the request; read twice.
    ///   - response: the bytes of the response, if there is one; read twice.
    ///   - handler: receives the exchange.
    /// - Throws: where the bytes cannot be read, or have no valid head.
    func report(
        request: some RawMessage,
        response: (some RawMessage)?,
        _ handler: inout some LoggedExchangeHandler
    )
        throws(CaptureProblem)
    {
        let opening = try Self.opening(request)
        let isRaw = note.form == .wire || note.form == .masked
        guard !isRaw || RawHead.isNeeded(for: opening) else {
            return try handler.report(note) { handler throws(CaptureProblem) in
                try handler.readRequest { handler throws(CaptureProblem) in
                    try request.forEachPiece { bytes in
                        handler.requestBytes(bytes)
                        return true
                    }
                }
                try response?.forEachPiece { bytes in
                    handler.responseBytes(bytes)
                    return true
                }
                if isCutOff { handler.breakOff() }
            }
        }
        guard let head = RawHead(opening), head.words.count == 3 else {
            throw CaptureProblem(.damagedEntry, "a request has no head that is understood", at: nil)
        }
        var note = note
        if note.form == .wire { note.form = .content }
        let hasContent = try Self.isLonger(request, than: head.length)
        try handler.report(note) { handler throws(CaptureProblem) in
            var message = LoggedRequest(
                method: head.words[0],
                target: head.words[1],
                version: head.version(at: 2),
                fields: head.fields,
                content: hasContent ? .kept : .none
            )
            if note.form != .content { message.representation = .text }
            handler.request(message)
            try handler.readRequest { handler throws(CaptureProblem) in
                try Self.forEachPiece(of: request, after: head.length) { handler.requestBytes($0) }
            }
            if isCutOff { handler.breakOff() }
            try report(response, of: note, &handler)
        }
    }

    /// Reports a response whose head is parsed.
    private func report(
        _ response: (some RawMessage)?,
        of note: LoggedExchange,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        guard let response, let head = RawHead(response: try Self.opening(response)),
            let status = head.status
        else { return }
        var answer = LoggedResponse(
            status: status,
            reason: head.words.count > 2 ? head.words[2] : "",
            version: head.version(at: 0),
            fields: head.fields,
            content: .counted(length: try Self.length(response) - head.length)
        )
        if note.form != .content { answer.representation = .text }
        guard handler.response(answer) else { return }
        try Self.forEachPiece(of: response, after: head.length) { handler.responseBytes($0) }
    }

    private static func forEachPiece(
        of message: some RawMessage,
        after length: Int,
        _ body: (RawSpan) -> Void
    ) throws(CaptureProblem) {
        var position = 0
        try message.forEachPiece { bytes in
            let start = min(max(length - position, 0), bytes.byteCount)
            position += bytes.byteCount
            if start < bytes.byteCount { body(bytes.extracting(start..<bytes.byteCount)) }
            return true
        }
    }

    private static func opening(_ message: some RawMessage) throws(CaptureProblem) -> [UInt8] {
        var opening: [UInt8] = []
        try message.forEachPiece { bytes in
            let room = min(RawHead.limit - opening.count, bytes.byteCount)
            bytes.extracting(0..<room).withUnsafeBytes { opening.append(contentsOf: $0) }
            return opening.count < RawHead.limit
        }
        return opening
    }

    private static func isLonger(_ message: some RawMessage, than length: Int) throws(CaptureProblem) -> Bool
    {
        var total = 0
        try message.forEachPiece { bytes in
            total += bytes.byteCount
            return total <= length
        }
        return total > length
    }

    private static func length(_ message: some RawMessage) throws(CaptureProblem) -> Int {
        var total = 0
        try message.forEachPiece { bytes in
            total += bytes.byteCount
            return true
        }
        return total
    }
}
