/// An exchange of a curl trace: its blocks in order, and what curl remarked of the connection.
struct TracedExchange {
    /// The blocks of the request.
    var request: [TraceBlock] = []
    /// The blocks of the response.
    var response: [TraceBlock] = []
    /// Lines of the heads, where `-v` shows no more.
    var requestLines: [String] = []
    /// Those of the response.
    var responseLines: [String] = []
    /// Bytes of the request's content that were not written down.
    var omitted = 0
    /// The time of day when the request began.
    var time: String?
    /// The server.
    var server: LoggedAddress?
    /// The version of TLS.
    var tlsVersion: String?

    /// Tells of the exchange.
    func tell(in store: StoredBytes, _ handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let isExact = (request + response).allSatisfy(\.isHexadecimal)
        var note = LoggedExchange(form: isExact ? .wire : .masked)
        note.server = server
        note.scheme = tlsVersion == nil ? "http" : "https"
        note.tlsVersion = tlsVersion
        // A time of day without a date is no moment.
        note.comment = time.map { "began at \($0) by curl's clock" }
        guard requestLines.isEmpty else {
            tellLines(note, &handler)
            return
        }
        try RawExchange(note: note).tell(
            request: TracedMessage(blocks: request, store: store),
            response: response.isEmpty ? nil : TracedMessage(blocks: response, store: store),
            &handler
        )
    }

    private func tellLines(_ note: LoggedExchange, _ handler: inout some LoggedExchangeHandler) {
        guard let head = RawHead(Self.head(requestLines)), head.words.count == 3 else { return }
        handler.begin(note)
        handler.request(
            LoggedRequest(
                method: head.words[0],
                target: head.words[1],
                version: head.version(at: 2),
                fields: head.fields,
                content: omitted > 0 ? .absent(length: omitted) : .none
            )
        )
        if let head = RawHead(Self.head(responseLines)), head.words.count > 1, let status = Int(head.words[1])
        {
            handler.response(
                LoggedResponse(
                    status: status,
                    reason: head.words.count > 2 ? head.words[2] : "",
                    version: head.version(at: 0),
                    fields: head.fields,
                    content: .none
                )
            )
        }
        handler.end()
    }

    private static func head(_ lines: [String]) -> [UInt8] {
        Array((lines.filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// A message in blocks.
private struct TracedMessage: RawMessage {
    let blocks: [TraceBlock]
    let store: StoredBytes

    func forEachPiece(_ body: (RawSpan) -> Bool) throws(CaptureProblem) {
        for block in blocks {
            var isWanted = true
            block.forEachPiece(in: store) { if isWanted { isWanted = body($0) } }
            guard isWanted else { return }
        }
    }
}
