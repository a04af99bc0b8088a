import Bytes
import Connections
import Exchanges
import Forms
import Inspection

/// Reads the request of a rule's example as if a client had sent it on a connection of its own and then closed.
struct ExampleRequest: ExchangeHandler {
    private var content: [UInt8] = []
    private var exchange: Exchange?

    /// The subject of an example and its mark; `nil` where the body is compressed, which nobody takes off here.
    static func subject(of example: RuleExample) -> (Subject, Int?)? {
        let (bytes, mark) = RuleExample.bytes(of: example.text)
        if example.text.contains(" HTTP/2⏎") { return statement(bytes, mark) }
        var reader = ExchangeReader(handler: ExampleRequest())
        let summary = ConnectionSummary(
            number: 1,
            initiator: Endpoint(addressLow: 1, port: 50_000),
            responder: Endpoint(addressLow: 2, port: 80),
            sawHandshake: true
        )
        reader.opened(summary)
        reader.received(bytes.span.bytes, on: 1, from: .initiator, at: 0, frame: 1, time: nil)
        reader.ended(.finished, on: 1, from: .initiator, frame: 2, time: nil)
        reader.ended(.finished, on: 1, from: .responder, frame: 3, time: nil)
        reader.closed(1)
        reader.finish()
        guard let exchange = reader.handler.exchange, let request = exchange.request else { return nil }
        let content = reader.handler.content
        let isCoded = request.fields.first(named: "content-encoding") != nil
        if isCoded, content.starts(with: [0x1F, 0x8B]) { return nil }
        let form = form(content, request.fields)
        return (Subject(exchange: exchange, request: request, form: form), mark)
    }

    /// An HTTP/2 request written out: its length is only a statement about the DATA frames.
    private static func statement(_ bytes: [UInt8], _ mark: Int?) -> (Subject, Int?)? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "\r\n"), let end = text.firstRange(of: "\r\n\r\n") else {
            return nil
        }
        let startLine = text[..<start.upperBound].utf8.count
        let head = text[..<end.lowerBound].utf8.count + 2
        var message = Message()
        message.fields = FieldSection(parsing: Array(bytes[startLine..<head]), base: startLine)
        message.framing = .h2Data
        let body = Array(bytes[(head + 2)...])
        message.bodyLength = body.count
        message.wireLength = body.count
        message.declaredLength = message.fields.value(named: "content-length")
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        let exchange = Exchange(connection: 1, client: nil, server: nil)
        return (Subject(exchange: exchange, request: message, form: form(body, message.fields)), mark)
    }

    private static func form(_ content: [UInt8], _ fields: FieldSection) -> Form? {
        let mediaType = MediaType(fields)
        let declared = mediaType?.declaredBoundaries(in: fields) ?? []
        let isMultipart = mediaType?.isMultipart(in: fields) ?? false
        guard isMultipart || ObservedBoundary(in: content, declared: declared) != nil else { return nil }
        var reader = FormReader(declared: declared)
        reader.push(content.span.bytes)
        return reader.finish()
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        exchange == 1 ? .wanted : .skipped
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        bytes.withUnsafeBytes { content.append(contentsOf: $0) }
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest { .skipped }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {}

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func completed(_ number: Int, _ result: consuming Exchange) {
        if number == 1 { exchange = result }
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {}
}
