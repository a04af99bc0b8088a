import Bytes

/// A transaction of a Charles session as its JSON and XML forms have it; what is missing there is `nil`.
struct CharlesTransaction {
    /// One of its two messages.
    struct Message {
        /// The start line; empty for HTTP/2, which has none.
        var startLine = ""
        /// The field lines in order.
        var fields: [LoggedField] = []
        /// The length of the body on the wire, in bytes.
        var bodyLength: Int?
        /// The body.
        var body: Body?

        /// What is known of a body that is not there.
        var missingContent: LoggedContent {
            guard let length = bodyLength, length > 0 else { return .none }
            return .absent(length: length)
        }
    }

    /// A body, and how it is written.
    struct Body {
        /// The text.
        var text: LogText
        /// Whether the text is base64.
        var isBase64: Bool
        /// Whether Charles took the content coding off.
        var isDecoded: Bool

        /// What was done to the content.
        var representation: KeptRepresentation { isBase64 ? isDecoded ? .decoded : .sent : .text }

        /// Gives the bytes to `body`, piece by piece.
        func forEachPiece(in store: StoredBytes, _ body: (RawSpan) -> Void) {
            guard isBase64 else { return text.forEachPiece(in: store, body) }
            var reading = Base64Reading()
            text.forEachPiece(in: store) { reading.push($0, into: body) }
            reading.finish(into: body)
        }
    }

    /// `http` or `https`.
    var scheme: String?
    /// The host name.
    var host: String?
    /// The port of the server.
    var port: Int?
    /// The path of the target.
    var path: String?
    /// The query, without its question mark.
    var query: String?
    /// The method.
    var method: String?
    /// The protocol version of the request.
    var version: String?
    /// The client.
    var client: LoggedAddress?
    /// The server.
    var server: LoggedAddress?
    /// The version of TLS.
    var tlsVersion: String?
    /// Notes, or what went wrong.
    var comment: String?
    /// When the request began.
    var requestStart: Timestamp?
    /// When the request was complete.
    var requestEnd: Timestamp?
    /// When the response began.
    var responseStart: Timestamp?
    /// When the response was complete.
    var responseEnd: Timestamp?
    /// The status code.
    var status: Int?
    /// The request.
    var request = Message()
    /// The response.
    var response: Message?

    /// Tells of the exchange, its body read from `store`.
    func tell(in store: StoredBytes, _ handler: inout some LoggedExchangeHandler) {
        let body = request.body
        handler.begin(note(form: body?.representation == .sent ? .content : .text))
        let content: LoggedContent =
            if let body, !body.text.isEmpty { .kept } else { request.missingContent }
        handler.request(head(content))
        body?.forEachPiece(in: store) { handler.requestBytes($0) }
        if let answer = response?.body, !answer.text.isEmpty {
            if tellResponse(answer.representation, &handler) {
                answer.forEachPiece(in: store) { handler.responseBytes($0) }
            }
        } else {
            tellResponse(nil, &handler)
        }
        handler.end()
    }

    /// Tells of the head of the response, if there is one, and what was done to its content; `nil` where that is not
    /// there.
    ///
    /// - Returns: whether its content is wanted.
    @discardableResult
    func tellResponse(
        _ representation: KeptRepresentation?,
        _ handler: inout some LoggedExchangeHandler
    ) -> Bool {
        guard let response, let status, status > 0 else { return false }
        let words = response.startLine.split(separator: " ", maxSplits: 2).map(String.init)
        var head = LoggedResponse(
            status: status,
            reason: words.count > 2 ? words[2] : "",
            version: words.first ?? version ?? "",
            fields: response.fields,
            content: response.missingContent
        )
        if let representation {
            head.content = .counted(length: response.bodyLength ?? 0)
            head.representation = representation
        }
        return handler.response(head)
    }

    /// What is said beside the messages.
    func note(form: LoggedForm) -> LoggedExchange {
        var note = LoggedExchange(form: form)
        note.client = client
        note.server = server
        note.scheme = scheme
        note.url = url
        note.tlsVersion = tlsVersion
        note.requestStart = requestStart
        note.requestEnd = requestEnd
        note.responseStart = responseStart
        note.responseEnd = responseEnd
        note.comment = comment
        return note
    }

    /// The head of the request.
    func head(_ content: LoggedContent) -> LoggedRequest {
        let words = request.startLine.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let isWhole = words.count == 3
        return LoggedRequest(
            method: isWhole ? words[0] : method ?? "",
            target: isWhole ? words[1] : target,
            version: isWhole ? words[2] : version == "HTTP/2.0" ? "HTTP/2" : version ?? "",
            fields: request.fields,
            content: content
        )
    }

    private var target: String {
        let path = path ?? ""
        guard let query, !query.isEmpty else { return path }
        return "\(path)?\(query)"
    }

    private var url: String? {
        guard let scheme, let host, target.hasPrefix("/") else { return nil }
        let suffix = port.map { $0 == (scheme == "https" ? 443 : 80) ? "" : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(suffix)\(target)"
    }

    /// An address as Java writes it: `name/address`, the name possibly empty.
    static func address(_ text: String?, port: Int?) -> LoggedAddress? {
        guard let host = text?.split(separator: "/").last else { return nil }
        return LoggedAddress(host: String(host), port: port)
    }
}
