import Bytes

/// An exchange of a curl trace: its blocks in order, and curl's messages about the connection.
struct TracedExchange {
    /// The blocks of the request.
    var request: [TraceBlock] = []
    /// The blocks of the response.
    var response: [TraceBlock] = []
    /// The lines of the request's head, where `-v` shows no more.
    var requestLines: [String] = []
    /// The lines of the response's head.
    var responseLines: [String] = []
    /// The number of bytes of the request's content that were not dumped.
    var omitted = 0
    /// The number of bytes of the response's content that were not dumped.
    var omittedResponse = 0
    /// The times of day of the first and the last sent block.
    var sent: (first: String?, last: String?)
    /// The times of day of the first and the last received block.
    var received: (first: String?, last: String?)
    /// The number of the transfer, as `--trace-ids` writes it; empty without.
    var transfer = ""
    /// Whether it has the status line of a final response.
    var isAnswered = false
    /// The server.
    var server: LoggedAddress?
    /// The version of TLS.
    var tlsVersion: String?

    /// Whether the trace breaks off in it, or its connection failed.
    var isCutOff = false
    /// Whether other lines are mixed with its own, so that it cannot be read.
    var isMixed = false

    /// Whether less of its content was sent than its head announces; false where that is not known.
    func isUnfinished(in store: ByteStore) -> Bool {
        // Of the content that -v does not show, it may count none.
        let sent = omitted + request.reduce(0) { $0 + ($1.kind == .sentData ? $1.length : 0) }
        guard requestLines.isEmpty || sent > 0 else { return false }
        let head = request.first { $0.kind == .sentHead }?.bytes(in: store) ?? Self.head(requestLines)
        guard let fields = RawHead(head)?.fields else { return false }
        func value(_ name: String) -> String? {
            fields.first { String(decoding: $0.name, as: UTF8.self).lowercased() == name }
                .map { String(decoding: $0.value, as: UTF8.self) }
        }
        if let declared = value("content-length").flatMap({ Int($0) }) { return sent < declared }
        guard value("transfer-encoding")?.lowercased() == "chunked",
            let last = request.last(where: { $0.kind == .sentData })
        else { return false }
        return !last.bytes(in: store).suffix(5).elementsEqual(Array("0\r\n\r\n".utf8))
    }

    /// Forgets what may belong to another exchange: the response, and the server.
    mutating func forgetResponse() {
        response = []
        responseLines = []
        omittedResponse = 0
        received = (nil, nil)
        server = nil
    }

    /// Tells of the exchange.
    func report(in store: ByteStore, _ handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let isExact = (request + response).allSatisfy(\.isHexadecimal)
        var note = LoggedExchange(form: isExact ? .wire : .masked)
        note.server = server
        note.scheme = tlsVersion == nil ? "http" : "https"
        note.tlsVersion = tlsVersion
        note.showsClose = !isCutOff
        setTimes(of: &note, in: store)
        guard requestLines.isEmpty else {
            reportLines(note, &handler)
            return
        }
        try RawExchange(note: note, isCutOff: isCutOff).report(
            request: TracedMessage(blocks: request, store: store),
            response: response.isEmpty ? nil : TracedMessage(blocks: response, store: store),
            &handler
        )
    }

    /// Takes in the times; without a date, a time of day is no moment.
    private func setTimes(of note: inout LoggedExchange, in store: ByteStore) {
        guard let start = sent.first else { return }
        guard let response = received.first, let date = responseDate(in: store),
            let clock = TraceClock(start: start, response: response, date: date)
        else {
            note.comment = "began at \(start) by curl's clock"
            return
        }
        note.requestStart = clock.moment(start)
        note.requestEnd = clock.moment(sent.last)
        note.responseStart = clock.moment(response)
        note.responseEnd = clock.moment(received.last)
    }

    /// The value of the Date field of the response; curl writes each field line as a block of its own.
    private func responseDate(in store: ByteStore) -> String? {
        let prefix = "date:"
        for line in responseLines where line.lowercased().hasPrefix(prefix) {
            return String(line.dropFirst(prefix.count).drop { $0 == " " })
        }
        for block in response where block.kind == .receivedHead && block.length < 100 {
            let bytes = block.bytes(in: store)
            guard bytes[...].startsIgnoringCase(with: "date:") else { continue }
            let value = bytes.dropFirst(prefix.count).filter { !$0.isLineBreak }
            return String(decoding: value.drop { $0 == 0x20 }, as: UTF8.self)
        }
        return nil
    }

    private func reportLines(_ note: LoggedExchange, _ handler: inout some LoggedExchangeHandler) {
        guard let head = RawHead(Self.head(requestLines)), head.words.count == 3 else { return }
        handler.begin(note)
        var request = LoggedRequest(
            method: head.words[0],
            target: head.words[1],
            version: head.version(at: 2),
            fields: head.fields,
            content: omitted > 0 ? .absent(length: omitted) : .none
        )
        // More than was announced is that of another request.
        if case .absent(let declared?)? = LoggedContent(unkept: request.fields), omitted > declared {
            request.content = .absent(length: declared)
        }
        // The head ends at an empty line.
        request.isCutOff = isCutOff && !requestLines.contains("")
        // On a terminal curl writes no line for the content.
        if omitted == 0, let length = missingLength(of: request) { request.content = length }
        handler.request(request)
        if let head = RawHead(Self.head(responseLines)), let status = head.status {
            handler.response(
                LoggedResponse(
                    status: status,
                    reason: head.words.count > 2 ? head.words[2] : "",
                    version: head.version(at: 0),
                    fields: head.fields,
                    content: LoggedContent(unkept: head.fields)
                        ?? (omittedResponse > 0 ? .absent(length: omittedResponse) : .none)
                )
            )
        }
        handler.end()
    }

    /// The content that a request announces, or may announce in fields that are cut off; `nil` where it has none.
    private func missingLength(of request: LoggedRequest) -> LoggedContent? {
        let declared = LoggedContent(unkept: request.fields)
        return declared ?? (request.isCutOff && request.method != "GET" ? .absent(length: nil) : nil)
    }

    private static func head(_ lines: [String]) -> [UInt8] {
        Array((lines.filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// A message made of blocks.
private struct TracedMessage: RawMessage {
    let blocks: [TraceBlock]
    let store: ByteStore

    func forEachPiece(_ body: (RawSpan) -> Bool) throws(CaptureProblem) {
        var isWanted = true
        // The block of text whose last dot is not passed on yet.
        var dotted: Int?
        for (index, block) in blocks.enumerated() {
            if lacksBlankLine(before: index) { isWanted = body(Self.lineBreak.span.bytes) }
            block.forEachPiece(in: store) { bytes in
                guard isWanted, bytes.byteCount > 0 else { return }
                var rest = 0..<bytes.byteCount
                if let held = dotted.take() {
                    let isLineBreak = held != index && bytes.byte(at: 0) == Self.dot
                    if isLineBreak { rest.removeFirst() }
                    isWanted = body((isLineBreak ? [0x0D, 0x0A] : [Self.dot]).span.bytes)
                }
                if !block.isHexadecimal, !rest.isEmpty, bytes.byte(at: rest.upperBound - 1) == Self.dot {
                    rest.removeLast()
                    dotted = index
                }
                if isWanted, !rest.isEmpty { isWanted = body(bytes.extracting(rest)) }
            }
            guard isWanted else { return }
        }
        if dotted != nil { _ = body([Self.dot].span.bytes) }
    }

    /// Whether a head begins at a block while the one before it has not ended.
    ///
    /// curl 7.88 writes no blank line after `HTTP/1.1 100 Continue`, though it received one; curl 8 writes it.
    private func lacksBlankLine(before index: Int) -> Bool {
        guard index > 0, blocks[index].kind == .receivedHead, blocks[index - 1].kind == .receivedHead,
            blocks[index].bytes(in: store).starts(with: Array("HTTP/".utf8))
        else { return false }
        let line = blocks[index - 1].bytes(in: store)
        return !line.allSatisfy(\.isLineBreak) && !line.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A])
    }

    private static let lineBreak: [UInt8] = [0x0D, 0x0A]

    /// What curl writes for a byte that is not printable.
    ///
    /// It takes CR LF for a line break only inside of a block: two dots on both sides of a border may be one, and of all
    /// that they may stand for only that means something in a form.
    private static let dot = UInt8(ascii: ".")
}
