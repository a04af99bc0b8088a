package import Bytes

/// What a log holds of the bytes of its messages.
package enum LoggedForm: Hashable, Sendable {
    /// Whole messages as they were on the wire: head and body are handed on as one stream of bytes.
    case wire
    /// Heads taken apart, and bodies byte for byte without their transfer coding.
    case content
    /// Heads taken apart, and bodies as text that was decoded: bytes and line breaks may not be those sent.
    case text
    /// Whole messages, handed on as those of the wire are, in which other characters stand for bytes that could not be
    /// shown.
    case masked
}

/// An end of a connection, as far as a log names it.
package struct LoggedAddress: Hashable, Sendable {
    /// An IP address as text, or a host name.
    package var host: String
    /// The TCP port.
    package var port: Int?

    /// Names an end.
    package init(host: String, port: Int? = nil) {
        self.host = host
        self.port = port
    }
}

/// An exchange of a log before its messages: what the log says beside them, `nil` where it does not say.
package struct LoggedExchange: Sendable {
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
    /// What somebody noted of it, or what went wrong by the log.
    package var comment: String?

    /// Begins a description.
    package init(form: LoggedForm) {
        self.form = form
    }
}

/// A field line of a log, name and value apart.
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

    /// Makes a field of texts.
    package init(_ name: String, _ value: String) {
        self.name = Array(name.utf8)
        self.value = Array(value.utf8)
    }
}

/// The head of a logged request.
package struct LoggedRequest: Sendable {
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
    /// The media type that the log notes beside the fields.
    package var notedContentType: String?

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
package struct LoggedResponse: Sendable {
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
    /// What was done to the content that the log holds.
    package var representation = KeptRepresentation.sent
    /// How many bytes of content the log should hold, which is more than it does where it was cut; `nil` where nothing
    /// tells.
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
