package import Bytes

/// What a log holds of the bytes of its messages.
package enum LoggedForm: Hashable, Sendable {
    /// Whole messages as on the wire: head and body are one stream of bytes.
    case wire
    /// Parsed heads, and bodies byte for byte without their transfer coding.
    case content
    /// Parsed heads, and bodies as decoded text: bytes and line breaks may differ from those sent.
    case text
    /// Whole messages as one stream of bytes, in which other characters replace non-printable bytes.
    case masked
}

/// An endpoint of a connection, as far as a log names it.
package struct LoggedAddress: Hashable, Sendable {
    /// An IP address as text, or a host name.
    package var host: String
    /// The TCP port.
    package var port: Int?

    /// Makes an endpoint.
    package init(host: String, port: Int? = nil) {
        self.host = host
        self.port = port
    }
}

/// The metadata of a logged exchange, `nil` where the log lacks it.
package struct LoggedExchange: Hashable, Sendable {
    /// What the log holds of the messages.
    package var form: LoggedForm
    /// The client.
    package var client: LoggedAddress?
    /// The server.
    package var server: LoggedAddress?
    /// The scheme of the URL, `http` or `https`.
    package var scheme: String?
    /// The whole URL.
    package var url: String?
    /// The TLS version, such as `TLSv1.3`.
    package var tlsVersion: String?
    /// When the request began.
    package var requestStart: Timestamp?
    /// When the request was complete.
    package var requestEnd: Timestamp?
    /// When the response began.
    package var responseStart: Timestamp?
    /// When the response was complete.
    package var responseEnd: Timestamp?
    /// A user's comment, or an error from the log.
    package var comment: String?
    /// Whether the log goes on after the response, so that its end is that of what was sent.
    package var showsClose = false
    /// Whether the log's copy of the request is damaged, which is known only when it was read.
    package var isDamaged = false

    /// Makes metadata without values.
    package init(form: LoggedForm) {
        self.form = form
    }
}

/// A field line of a log, split into name and value.
package struct LoggedField: Hashable, Sendable {
    /// The name, raw.
    package var name: [UInt8]
    /// The value, raw.
    package var value: [UInt8]

    /// Makes a field.
    package init(_ name: [UInt8], _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    /// Makes a field from text.
    package init(_ name: String, _ value: String) {
        self.name = Array(name.utf8)
        self.value = Array(value.utf8)
    }
}

/// The head of a logged request.
package struct LoggedRequest: Hashable, Sendable {
    /// The method.
    package var method: String
    /// The request target, as far as the log has it.
    package var target: String
    /// The protocol version, such as `HTTP/1.1`; empty where it is not known.
    package var version: String
    /// The field lines in order.
    package var fields: [LoggedField]
    /// The trailer fields.
    package var trailers: [LoggedField] = []
    /// Its content.
    package var content: LoggedContent
    /// What was done to the content before it was stored.
    package var representation = KeptRepresentation.sent
    /// The length of the sent content in bytes that the log records besides the fields.
    package var notedLength: Int?
    /// The media type that the log records besides the fields.
    package var notedContentType: String?
    /// Whether the log breaks off among the fields.
    package var isCutOff = false

    /// Whether the log may lack fields that were sent.
    ///
    /// Every request of HTTP/1.1 has a Host field (RFC 9112 §3.2): a list without it is not what was sent. In later
    /// versions `:authority` takes its place, which logs leave out. Nor is a list whole without the Content-Type that
    /// the log notes beside it.
    package var mayLackFields: Bool {
        func has(_ name: StaticString) -> Bool { fields.contains { $0.name[...].equalsIgnoringCase(name) } }
        let hasHost = has("host") || has(":authority")
        let isLater = version.hasPrefix("HTTP/2") || version.hasPrefix("HTTP/3")
        return isCutOff || fields.isEmpty || !hasHost && !isLater
            || notedContentType != nil && !has("content-type")
    }

    /// Makes a head.
    package init(
        method: String,
        target: String,
        version: String,
        fields: [LoggedField],
        content: LoggedContent
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.content = content
    }
}

/// The head of a logged response.
package struct LoggedResponse: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The reason phrase.
    package var reason: String
    /// The protocol version; empty where it is not known.
    package var version: String
    /// The field lines in order.
    package var fields: [LoggedField]
    /// Its content.
    package var content: LoggedContent
    /// What was done to the content in the log.
    package var representation = KeptRepresentation.sent
    /// The number of bytes of content that the log should hold, more than it does where it was cut; `nil`
    /// where it is unknown.
    package var heldLength: Int?

    /// Makes a head.
    package init(
        status: Int,
        reason: String,
        version: String,
        fields: [LoggedField],
        content: LoggedContent
    ) {
        self.status = status
        self.reason = reason
        self.version = version
        self.fields = fields
        self.content = content
    }
}
