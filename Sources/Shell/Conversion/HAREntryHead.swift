import Bytes
import CaptureSources
import Connections
import Exchanges
import Reporting

/// The members of a HAR entry besides the bodies, as JSON.
struct HAREntryHead {
    private let exchange: Exchange
    private let message: Message

    /// Prepares for an exchange and its request.
    init(_ exchange: Exchange, _ request: Message) {
        self.exchange = exchange
        message = request
    }

    /// Whether the start time of the exchange is known.
    var hasTime: Bool { start != nil }

    /// The entry's members for start time, duration and the server's address.
    var times: String {
        let end =
            exchange.response?.arrival.endedAt ?? exchange.response?.arrival.startedAt
            ?? message.arrival.endedAt
        let moments = [start, message.arrival.endedAt, exchange.response?.arrival.startedAt, end]
        let send = Self.milliseconds(moments[0], moments[1])
        let wait = Self.milliseconds(moments[1], moments[2])
        let receive = Self.milliseconds(moments[2], moments[3])
        // HAR requires a time: the epoch replaces an unknown one.
        let began = (start ?? Timestamp(nanoseconds: 0)).text
        var text = "\"startedDateTime\":\"\(began)\",\"time\":\(Self.sum(send, wait, receive))"
        text += ",\"timings\":{\"send\":\(send),\"wait\":\(wait),\"receive\":\(receive)}"
        if let server = exchange.server {
            text += ",\"serverIPAddress\":\"\(server.address)\",\"_serverPort\":\(server.port)"
        }
        if let client = exchange.client { text += ",\"connection\":\"\(client.port)\"" }
        return text
    }

    /// The members of the request.
    var request: String {
        let url = exchange.url() ?? exchange.target
        return "\"method\":\(JSONText.quoted(exchange.method)),\"url\":\(JSONText.quoted(url)),"
            + "\"httpVersion\":\(JSONText.quoted(version(message))),\"cookies\":[],"
            + "\"headers\":\(Self.fields(message.head.fields)),\"queryString\":\(Self.query(of: url)),"
            + "\"headersSize\":\(headLength(message)),\"bodySize\":\(bodySize)"
    }

    /// The media type of the request, quoted: as the source notes it beside the fields, where it does.
    var bodyType: String {
        let fields = message.head.fields
        let sent = fields.first(named: "content-type").map { fields.text($0.value) }
        return JSONText.quoted(exchange.notedContentType ?? sent ?? "")
    }

    /// The length of the body as sent; -1 where it is not known.
    private var bodySize: Int {
        let length = message.content.bodyLength
        if message.content.completion == .captureEnded, length == 0 { return -1 }
        return switch exchange.fidelity {
        // A recorder's log may hold another number of bytes.
        case .text, .body: message.head.declaredLength ?? length
        case .heads, .wire: length
        }
    }

    /// The members of the response; status 0 where there is none.
    var response: String {
        guard let response = exchange.response else {
            return "\"status\":0,\"statusText\":\"\",\"httpVersion\":\"\",\"cookies\":[],\"headers\":[],"
                + "\"redirectURL\":\"\",\"headersSize\":-1,\"bodySize\":-1"
        }
        let location =
            response.head.fields.first(named: "location").map { response.head.fields.text($0.value) } ?? ""
        return "\"status\":\(exchange.status ?? 0),\"statusText\":\(JSONText.quoted(exchange.reason)),"
            + "\"httpVersion\":\(JSONText.quoted(version(response))),\"cookies\":[],"
            + "\"headers\":\(Self.fields(response.head.fields)),\"redirectURL\":\(JSONText.quoted(location)),"
            + "\"headersSize\":\(headLength(response)),\"bodySize\":\(Self.sentLength(of: response))"
    }

    /// The length of content as sent, with its content codings; -1 where it is not known.
    private static func sentLength(of response: Message) -> Int {
        if response.content.completion == .captureEnded, response.content.bodyLength == 0 { return -1 }
        return response.content.representation == .sent
            ? response.content.bodyLength : response.content.wireLength
    }

    /// The length of the response's content in bytes.
    var contentLength: Int { exchange.response?.content.bodyLength ?? 0 }

    /// The media type of the response, quoted.
    var contentType: String {
        let fields = exchange.response?.head.fields
        return JSONText.quoted(
            fields.flatMap { fields in fields.first(named: "content-type").map { fields.text($0.value) } }
                ?? ""
        )
    }

    private var start: Timestamp? { message.arrival.startedAt ?? exchange.response?.arrival.startedAt }

    private func version(_ message: Message) -> String {
        switch exchange.applicationProtocol {
        case .h2, .h2c: "HTTP/2"
        case .h3: "HTTP/3"
        case .http10, .http11: message.head.version.isEmpty ? "HTTP/1.1" : message.head.version
        }
    }

    /// The length of a head in bytes, including the blank line; -1 where it was not in HTTP/1 format.
    private func headLength(_ message: Message) -> Int {
        exchange.fidelity == .wire && message.http2 == nil
            ? message.head.contentStart - message.head.startLineOffset : -1
    }

    private static func fields(_ fields: FieldSection) -> String {
        let lines = fields.lines.filter { $0.colon != nil }.map { line in
            "{\"name\":\(JSONText.quoted(fields.text(line.name))),"
                + "\"value\":\(JSONText.quoted(fields.text(line.value)))}"
        }
        return "[\(lines.joined(separator: ","))]"
    }

    private static func query(of url: String) -> String {
        let text = url.prefix(before: "#")
        guard let question = text.firstIndex(ofScalar: "?") else { return "[]" }
        let query = text.unicodeScalars[question...].dropFirst()
        let pairs = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return "{\"name\":\(JSONText.quoted(String(name))),\"value\":\(JSONText.quoted(String(value)))}"
        }
        return "[\(pairs.joined(separator: ","))]"
    }

    /// The milliseconds between two times, with three decimals; 0 where one is not known.
    private static func milliseconds(_ start: Timestamp?, _ end: Timestamp?) -> String {
        guard let start, let end, end > start else { return "0" }
        return decimal(end.nanoseconds.subtractingReportingOverflow(start.nanoseconds).partialValue / 1000)
    }

    private static func decimal(_ micros: Int64) -> String {
        let fraction = String(micros % 1000)
        return "\(micros / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    private static func sum(_ times: String...) -> String {
        decimal(Int64(times.compactMap { Double($0) }.reduce(0, +) * 1000))
    }
}
