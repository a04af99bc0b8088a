import Bytes

/// A transaction of a Charles session in JSON or XML; missing values are `nil`.
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

        /// What is known of the content where the body is missing.
        var missingContent: LoggedContent {
            guard let length = bodyLength, length > 0 else { return .none }
            return .absent(length: length)
        }
    }

    /// A body and its encoding.
    struct Body {
        /// The text.
        var text: LogText
        /// Whether the text is base64.
        var isBase64: Bool
        /// Whether Charles removed the content coding.
        var isDecoded: Bool

        /// What was done to the content before it was stored.
        var representation: KeptRepresentation { isBase64 ? isDecoded ? .decoded : .sent : .text }

        /// Gives the bytes to `body`, piece by piece.
        func forEachPiece(in store: ByteStore, _ body: (RawSpan) -> Void) {
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
    /// Notes, or an error message.
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
    func report(in store: ByteStore, _ handler: inout some LoggedExchangeHandler) {
        let body = request.body
        handler.begin(note(form: body?.representation == .sent ? .content : .text))
        let content: LoggedContent =
            if let body, !body.text.isEmpty { .kept } else { request.missingContent }
        handler.request(head(content, body?.representation ?? .sent))
        body?.forEachPiece(in: store) { handler.requestBytes($0) }
        if let answer = response?.body, !answer.text.isEmpty {
            if reportResponse(answer.representation, &handler) {
                answer.forEachPiece(in: store) { handler.responseBytes($0) }
            }
        } else {
            reportResponse(nil, &handler)
        }
        handler.end()
    }

    /// Reports the head of the response, if there is one; `representation` is `nil` where its content is
    /// missing.
    ///
    /// - Returns: whether its content is wanted.
    @discardableResult
    func reportResponse(
        _ representation: KeptRepresentation?,
        _ handler: inout some LoggedExchangeHandler
    ) -> Bool {
        guard let response, let status, status > 0 else { return false }
        let words = response.startLine.pieces(between: " ", maxSplits: 2)
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

    /// The metadata of the exchange.
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
    func head(_ content: LoggedContent, _ representation: KeptRepresentation) -> LoggedRequest {
        let words = request.startLine.pieces(between: " ", omittingEmpty: false)
        let isWhole = words.count == 3
        var head = LoggedRequest(
            method: isWhole ? words[0] : method ?? "",
            target: isWhole ? words[1] : target,
            version: isWhole ? words[2] : version == "HTTP/2.0" ? "HTTP/2" : version ?? "",
            fields: request.fields,
            content: content
        )
        head.representation = representation
        return head
    }

    private var target: String {
        let path = path ?? ""
        guard let query, !query.isEmpty else { return path }
        return "\(path)?\(query)"
    }

    private var url: String? {
        guard let scheme, let host, target.begins(with: "/") else { return nil }
        let suffix = port.map { $0 == (scheme == "https" ? 443 : 80) ? "" : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(suffix)\(target)"
    }

    /// Parses an address as Java writes it: `name/address`, where the name may be empty.
    static func address(_ text: String?, port: Int?) -> LoggedAddress? {
        guard let host = text?.split(separator: "/").last else { return nil }
        return LoggedAddress(host: String(host), port: port)
    }
}
