import Bytes
import CaptureSources
import Connections
import Exchanges
import Reporting

/// What an entry of a HAR says of an exchange besides its bodies, as members of JSON objects.
struct HAREntryHead {
    private let exchange: Exchange
    private let message: Message

    /// Takes an exchange and its request.
    init(_ exchange: Exchange, _ request: Message) {
        self.exchange = exchange
        message = request
    }

    /// Whether it is known when the exchange began.
    var hasTime: Bool { start != nil }

    /// The members of the entry: when it began, how long it took, and where its server is.
    var times: String {
        let end = exchange.response?.endedAt ?? exchange.response?.startedAt ?? message.endedAt
        let moments = [start, message.endedAt, exchange.response?.startedAt, end]
        let send = Self.milliseconds(moments[0], moments[1])
        let wait = Self.milliseconds(moments[1], moments[2])
        let receive = Self.milliseconds(moments[2], moments[3])
        // The beginning of the epoch stands for a time that is not known, because there has to be one.
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
            + "\"headers\":\(Self.fields(message.fields)),\"queryString\":\(Self.query(of: url)),"
            + "\"headersSize\":\(headLength(message)),\"bodySize\":\(message.bodyLength)"
    }

    /// The members of the response; status 0 where there is none.
    var response: String {
        guard let response = exchange.response else {
            return "\"status\":0,\"statusText\":\"\",\"httpVersion\":\"\",\"cookies\":[],\"headers\":[],"
                + "\"redirectURL\":\"\",\"headersSize\":-1,\"bodySize\":-1"
        }
        let location = response.fields.first(named: "location").map { response.fields.text($0.value) } ?? ""
        return "\"status\":\(exchange.status ?? 0),\"statusText\":\(JSONText.quoted(exchange.reason)),"
            + "\"httpVersion\":\(JSONText.quoted(version(response))),\"cookies\":[],"
            + "\"headers\":\(Self.fields(response.fields)),\"redirectURL\":\(JSONText.quoted(location)),"
            + "\"headersSize\":\(headLength(response)),\"bodySize\":\(Self.sentLength(of: response))"
    }

    /// The length of content as it was sent, under its content codings; -1 where it is not known.
    private static func sentLength(of response: Message) -> Int {
        if response.completion == .captureEnded, response.bodyLength == 0 { return -1 }
        return response.representation == .sent ? response.bodyLength : response.wireLength
    }

    /// The length of the response's content in bytes.
    var contentLength: Int { exchange.response?.bodyLength ?? 0 }

    /// The media type of the response, quoted.
    var contentType: String {
        let fields = exchange.response?.fields
        return JSONText.quoted(
            fields.flatMap { fields in fields.first(named: "content-type").map { fields.text($0.value) } }
                ?? ""
        )
    }

    private var start: Timestamp? { message.startedAt ?? exchange.response?.startedAt }

    private func version(_ message: Message) -> String {
        switch exchange.applicationProtocol {
        case .h2, .h2c: "HTTP/2"
        case .h3: "HTTP/3"
        case .http10, .http11: message.version.isEmpty ? "HTTP/1.1" : message.version
        }
    }

    /// The length of a head in bytes, the blank line included; -1 where there was none of this form.
    private func headLength(_ message: Message) -> Int {
        exchange.fidelity == .wire && message.http2 == nil
            ? message.contentStart - message.startLineOffset : -1
    }

    private static func fields(_ fields: FieldSection) -> String {
        let lines = fields.lines.filter { $0.colon != nil }.map { line in
            "{\"name\":\(JSONText.quoted(fields.text(line.name))),"
                + "\"value\":\(JSONText.quoted(fields.text(line.value)))}"
        }
        return "[\(lines.joined(separator: ","))]"
    }

    private static func query(of url: String) -> String {
        let text = url.prefix { $0 != "#" }
        guard let question = text.firstIndex(of: "?") else { return "[]" }
        let pairs = text[text.index(after: question)...].split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return "{\"name\":\(JSONText.quoted(String(name))),\"value\":\(JSONText.quoted(String(value)))}"
        }
        return "[\(pairs.joined(separator: ","))]"
    }

    /// Milliseconds between two moments, with three digits after the point; 0 where one is not known.
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
