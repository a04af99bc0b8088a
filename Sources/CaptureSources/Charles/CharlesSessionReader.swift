import Bytes

/// Reads Charles's native session (`.chls`): a stream of Java objects; those of the class `Transaction` are
/// exchanges.
///
/// Fields are found by name, because versions differ in them; a missing field is unknown. Bodies are stored
/// byte for byte, which none of Charles's exports does.
struct CharlesSessionReader {
    private let store: ByteStore
    private let memory: MemoryBudget
    private var graph = ObjectGraph()

    /// Makes a reader; the objects of a session are kept as a whole, in memory by the file's length at least.
    init(_ store: ByteStore, memory: MemoryBudget = MemoryBudget()) {
        self.store = store
        self.memory = memory
        memory.raise(by: store.count)
    }

    /// Reads the session and reports its exchanges in the order in which they began.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        var stream = ObjectStreamReader(store, memory: memory)
        let fault = stream.read()
        graph = stream.graph
        if let fault { handler.problem(fault) }
        let classes = graph.objects.indices.compactMap { graph.className($0) }
        let transactions = graph.objects.indices.filter { isTransaction($0) }
        guard !transactions.isEmpty || classes.contains(where: { $0.hasPrefix("com.xk72.charles.") }) else {
            if let fault { throw fault }
            throw CaptureProblem(
                .notUnderstood,
                "the stream of Java objects is not a Charles session: it holds \(PrintableText.text(classes.first ?? "no object"))",
                at: 0
            )
        }
        var ordered: [(place: Int, start: Timestamp)] = []
        for place in transactions {
            // Exchanges without a start time come last.
            ordered.append((place, time("startTime", of: place) ?? Timestamp(nanoseconds: .max)))
        }
        ordered.sort { ($0.start, $0.place) < ($1.start, $1.place) }
        for transaction in ordered { report(transaction.place, &handler) }
    }

    private func isTransaction(_ place: Int) -> Bool {
        guard let name = graph.className(place) else { return false }
        return name.hasPrefix("com.xk72.charles.") && name.hasSuffix(".Transaction")
    }

    private mutating func report(_ place: Int, _ handler: inout some LoggedExchangeHandler) {
        guard let head = CharlesHead(graph.field("requestHeader", of: place), in: &graph) else {
            let file = graph.string(graph.field("file", of: place))?.short ?? ""
            handler.problem(
                CaptureProblem(
                    .notUnderstood,
                    "a transaction has no request head that is understood: \(PrintableText.text(file))",
                    at: nil
                )
            )
            return
        }
        let note = note(of: place)
        handler.begin(note)
        let body = bytes("requestBody", of: place)
        let length = integer("requestSizeLong", of: place) ?? integer("requestSize", of: place)
        var request = LoggedRequest(
            method: head.word(0) ?? string("method", of: place) ?? "",
            target: head.word(1) ?? string("file", of: place) ?? "",
            version: head.word(2) ?? string("protocolVersion", of: place) ?? "",
            fields: head.fields,
            content: Self.content(body, length: length)
        )
        if note.form != .content { request.representation = .decoded }
        handler.request(request)
        if let body { store.forEachPiece(of: body) { handler.requestBytes($0) } }
        reportResponse(of: place, &handler)
        handler.end()
    }

    private mutating func reportResponse(of place: Int, _ handler: inout some LoggedExchangeHandler) {
        guard let head = CharlesHead(graph.field("responseHeader", of: place), in: &graph),
            let status = head.word(1).flatMap({ Int($0) })
        else { return }
        let body = bytes("responseBody", of: place).flatMap { $0.isEmpty ? nil : $0 }
        let length = integer("responseSizeLong", of: place) ?? integer("responseSize", of: place)
        var response = LoggedResponse(
            status: status,
            reason: head.rest(2),
            version: head.word(0) ?? "",
            fields: head.fields,
            content: Self.content(nil, length: length)
        )
        if let body {
            response.content = .counted(length: length ?? body.count)
            let isDecoded = integer("responseBodyDecoded", of: place) == 1
            response.representation = isDecoded ? .decoded : .sent
        }
        guard handler.response(response), let body else { return }
        store.forEachPiece(of: body) { handler.responseBytes($0) }
    }

    private static func content(_ body: Range<Int>?, length: Int?) -> LoggedContent {
        if let body { return body.isEmpty && (length ?? 0) == 0 ? .none : .kept }
        guard let length, length > 0 else { return .none }
        return .absent(length: length)
    }

    private mutating func note(of place: Int) -> LoggedExchange {
        // A body from which Charles removed the content coding is not the body as sent.
        let isDecoded = integer("requestBodyDecoded", of: place) == 1
        var note = LoggedExchange(form: isDecoded ? .text : .content)
        note.client = address("clientAddress", port: integer("clientPort", of: place), of: place)
        let port = integer("actualPort", of: place) ?? integer("port", of: place)
        note.server = address("remoteAddress", port: port, of: place)
        note.scheme = string("protocol", of: place)
        if let scheme = note.scheme, let host = string("host", of: place),
            let file = string("file", of: place)
        {
            let usual = scheme == "https" ? 443 : 80
            let suffix = port.map { $0 == usual ? "" : ":\($0)" } ?? ""
            note.url = file.begins(with: "/") ? "\(scheme)://\(host)\(suffix)\(file)" : nil
        }
        note.tlsVersion = string("sslProtocol", of: place)
        note.requestStart = time("requestBeginTime", of: place) ?? time("startTime", of: place)
        note.requestEnd = time("requestCompleteTime", of: place)
        note.responseStart = time("responseBeginTime", of: place)
        note.responseEnd = time("endTime", of: place)
        note.comment = string("notes", of: place) ?? string("exception", of: place)
        return note
    }

    // MARK: Fields of a transaction

    private mutating func string(_ name: String, of place: Int) -> String? {
        graph.string(graph.field(name, of: place))?.short
    }

    /// A whole number, a boolean as 0 or 1, or the number in a box such as `java.lang.Long`.
    private mutating func integer(_ name: String, of place: Int) -> Int? {
        switch graph.field(name, of: place) {
        case .integer(let number): Int(exactly: number)
        case .object(let box):
            if case .integer(let number) = graph.field("value", of: box) { Int(exactly: number) } else { nil }
        default: nil
        }
    }

    private mutating func bytes(_ name: String, of place: Int) -> Range<Int>? {
        guard case .object(let array) = graph.field(name, of: place),
            case .bytes(let range) = graph.objects[array]
        else { return nil }
        return range
    }

    /// The time of a `java.util.Date`, which writes its milliseconds in a block of eight bytes.
    private mutating func time(_ name: String, of place: Int) -> Timestamp? {
        guard case .object(let date) = graph.field(name, of: place),
            case .block(let range) = graph.written(date).first, range.count == 8
        else { return nil }
        let value = store.bytes(range).reduce(0) { $0 << 8 | UInt64($1) }
        return Int(exactly: Int64(bitPattern: value)).flatMap { Timestamp(milliseconds: $0) }
    }

    /// A `java.net.InetAddress`: four bytes in one number, or sixteen bytes.
    private mutating func address(_ name: String, port: Int?, of place: Int) -> LoggedAddress? {
        guard case .object(let address) = graph.field(name, of: place) else { return nil }
        if let range = bytes("ipaddress", of: address), range.count == 16 {
            let bytes = store.bytes(range)
            let groups = stride(from: 0, to: 16, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }
            return LoggedAddress(host: groups.joined(separator: ":"), port: port)
        }
        guard let number = integer("address", of: address) else {
            return string("hostName", of: address).map { LoggedAddress(host: $0, port: port) }
        }
        let bits = UInt32(truncatingIfNeeded: number)
        let host = [24, 16, 8, 0].map { String(bits >> UInt32($0) & 0xFF) }.joined(separator: ".")
        return LoggedAddress(host: host, port: port)
    }
}
