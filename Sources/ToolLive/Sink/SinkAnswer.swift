/// A response of the sink (RFC 9110 §15).
struct SinkAnswer {
    /// The status code.
    var status: Int
    /// The media type of the body.
    var contentType: String
    /// Other fields, in order.
    var fields: [(name: String, value: String)]
    /// The body, or its beginning.
    var body: [UInt8]
    /// The rest of the body; `nil` where nothing follows.
    var stream: AnswerStream?
    /// Whether the connection is closed after it.
    var closes: Bool

    /// Makes an answer of text.
    init(
        status: Int,
        contentType: String = "text/plain; charset=utf-8",
        fields: [(name: String, value: String)] = [],
        body: String,
        closes: Bool = false
    ) {
        self.init(
            status: status,
            contentType: contentType,
            fields: fields,
            bytes: Array(body.utf8),
            closes: closes
        )
    }

    /// Makes an answer that browsers show.
    init(status: Int, page: String) {
        self.init(status: status, contentType: "text/html; charset=utf-8", body: page)
    }

    /// Makes an answer.
    init(
        status: Int,
        contentType: String,
        fields: [(name: String, value: String)] = [],
        bytes: [UInt8],
        closes: Bool = false
    ) {
        self.status = status
        self.contentType = contentType
        self.fields = fields
        body = bytes
        self.closes = closes
    }

    /// All fields but those of the connection, in order.
    var allFields: [(name: String, value: String)] {
        // A body that goes on ends with its connection (RFC 9112 §6.3).
        let length = stream == nil ? [("Content-Length", "\(body.count)")] : []
        return [("Content-Type", contentType)] + length
            + [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")] + fields
    }

    /// The bytes of the response as HTTP/1.1 has them.
    func bytes(withBody: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for field in allFields { head += "\(field.name): \(field.value)\r\n" }
        if closes || stream != nil { head += "Connection: close\r\n" }
        return Array("\(head)\r\n".utf8) + (withBody ? body : [])
    }

    /// The reason phrases of the status codes that are in use here (RFC 9110 §15); that of another one is empty.
    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 407: "Proxy Authentication Required"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
