import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

extension Outcome {
    /// Its name in reports.
    fileprivate var name: String {
        switch self {
        case .ordinary: "ordinary"
        case .rejectedEarly: "rejected-early"
        case .cutOff: "cut-off"
        }
    }
}

/// Writes exchanges without making values of their members first: reports of a hundred thousand exchanges have hundreds
/// of megabytes.
extension JSONWriter {
    /// Writes a judged exchange, as in `exchanges` of the report, optionally with the affected receivers, and with the
    /// client that wrote the form.
    mutating func write(_ inspected: InspectedExchange, showsReceivers: Bool, namesClient: Bool) {
        open("{")
        writeMembers(of: inspected)
        if showsReceivers { writeReceivers(of: inspected) }
        if namesClient {
            name("client")
            write(JSONValue(inspected.client), depth: level)
        }
        close("}")
    }

    private mutating func writeMembers(of inspected: InspectedExchange) {
        let exchange = inspected.exchange
        name("number")
        number(inspected.number)
        name("capture")
        number(inspected.capture)
        name("fidelity")
        string(exchange.fidelity.name)
        name("comment")
        string(exchange.remark)
        name("connection")
        open("{")
        name("client")
        endpoint(exchange.client)
        name("server")
        endpoint(exchange.server)
        name("protocol")
        let lacksProtocol = inspected.isBareBody || exchange.request?.namesVersion == false
        string(lacksProtocol ? nil : exchange.applicationProtocol.rawValue)
        name("tls")
        string(exchange.tls.map { "\($0)" })
        close("}")
        name("request")
        if let request = exchange.request { write(request: request, of: inspected) } else { put("null") }
        name("response")
        if let response = exchange.response { write(response: response, of: inspected) } else { put("null") }
        name("form")
        if let form = inspected.form {
            write(form, request: exchange.request, digests: inspected.digests)
        } else {
            put("null")
        }
        name("findings")
        open("[")
        for finding in inspected.findings {
            element()
            write(JSONValue(finding, in: inspected.files), depth: level)
        }
        close("]")
        name("outcome")
        string(exchange.outcome.name)
        if let origin = inspected.origin?.value {
            name("origin")
            write(JSONValue(origin), depth: level)
        }
    }

    private mutating func write(request: Message, of inspected: InspectedExchange) {
        let exchange = inspected.exchange
        open("{")
        name("method")
        string(known: exchange.method)
        name("target")
        string(known: exchange.target)
        name("url")
        // Most are joined, and need not be made first.
        if !plain(joinedURLOf: exchange) { string(exchange.url()) }
        name("version")
        string(known: request.head.version)
        name("fields")
        write(request.head.fields, unknown: request.http2?.unknownFields ?? [])
        writeArrival(of: request, inspected)
        name("body")
        writeBody(of: request, decoding: inspected.decoding)
        writeRest(of: request, inspected)
        close("}")
    }

    private mutating func write(response: Message, of inspected: InspectedExchange) {
        let exchange = inspected.exchange
        open("{")
        name("status")
        number(exchange.status)
        name("reason")
        string(exchange.reason)
        name("fields")
        write(response.head.fields, unknown: response.http2?.unknownFields ?? [])
        writeArrival(of: response, inspected)
        name("body")
        writeBody(of: response, decoding: nil)
        name("informational")
        open("[")
        for status in exchange.informational {
            element()
            number(status)
        }
        close("]")
        writeRest(of: response, inspected)
        close("}")
    }

    private mutating func writeArrival(of message: Message, _ inspected: InspectedExchange) {
        name("startedAt")
        time(message.arrival.startedAt)
        var place = place(lines: 2)
        place.name("firstFrame")
        place.number(inspected.frame(message.arrival.firstFrame))
        place.name("lastFrame")
        place.number(inspected.frame(message.arrival.lastFrame))
        end(at: place)
    }

    /// The files that hold the first and the last frame of a message, where there are several; the number of bytes of
    /// the head that were left out for want of memory, where there are any.
    private mutating func writeRest(of message: Message, _ inspected: InspectedExchange) {
        if let file = inspected.files?.place(of: message.arrival.firstFrame)?.file {
            name("firstFile")
            string(SystemPath.lossyText(file))
        }
        if let file = inspected.files?.place(of: message.arrival.lastFrame)?.file {
            name("lastFile")
            string(SystemPath.lossyText(file))
        }
        if let count = message.http2?.elidedBytes, count > 0 {
            name("elidedBytes")
            number(count)
        }
    }

    private mutating func writeBody(of message: Message, decoding: ContentDecoding?) {
        let content = message.content
        var place = place(lines: 4)
        place.open("{")
        place.name("length")
        place.number(content.bodyLength)
        place.name("wireLength")
        place.number(content.wireLength)
        place.name("framing")
        end(at: place)
        string(message.head.framing.name)
        place = self.place(lines: 5)
        place.name("declaredLength")
        place.number(message.head.declaredLength)
        place.name("complete")
        if content.completion == .complete && content.missingBytes == 0 {
            place.put("true")
        } else {
            place.put("false")
        }
        place.name("missingBytes")
        place.number(content.missingBytes)
        place.name("contentCoding")
        end(at: place)
        let fields = message.head.fields
        // Most messages have none, as is known of them.
        text(fields.count(of: .contentEncoding) == 0 ? nil : fields.value(named: "content-encoding"))
        if let decoding, decoding.isDecoded {
            name("decodedLength")
            number(decoding.decodedLength)
        }
        if let stream = message.http2?.stream {
            name("stream")
            number(stream)
        }
        close("}")
    }

    /// The field lines of a section, as ``JSONValue/init(_:unknown:)`` has them.
    private mutating func write(_ section: FieldSection, unknown: [UnknownFieldLine] = []) {
        guard unknown.isEmpty else { return write(JSONValue(section, unknown: unknown), depth: level) }
        open("[")
        section.forEachLine { field($0, $1) }
        close("]")
    }

    /// Writes a header line as an element.
    mutating func field(_ title: RawSpan, _ value: RawSpan) {
        var place = place(lines: 5, texts: title.byteCount + value.byteCount)
        place.element()
        place.open("{")
        place.name("name")
        guard place.plain(title, inScript: isInScript) else { return field(other: title, value) }
        place.name("value")
        guard place.plain(value, inScript: isInScript) else { return field(other: title, value) }
        place.close("}")
        end(at: place)
    }

    /// The same for one with bytes that are not plain.
    private mutating func field(other title: RawSpan, _ value: RawSpan) {
        element()
        open("{")
        name("name")
        text(title)
        name("value")
        text(value, raw: "raw")
        close("}")
    }
}

extension Message {
    /// Whether the head names a version of which the protocol is known.
    fileprivate var namesVersion: Bool {
        guard !head.version.isEmpty else { return false }
        let isUnknown = content.faults.contains { $0.kind == .requestLineVersion }
        return !isUnknown || head.version.uppercased().hasPrefix("HTTP/1.")
    }
}

extension InspectedExchange {
    /// The number of a frame in the file that holds it; `nil` where none does.
    fileprivate func frame(_ frame: Int?) -> Int? {
        guard let files else { return frame }
        return files.place(of: frame)?.frame
    }
}
