import Bytes
import Connections
import Exchanges
import Forms
import Inspection

/// Makes a subject of a raw request, as if a client had sent these bytes on a connection and then closed it.
struct ExampleRequest: ExchangeHandler {
    private var reader: FormReader?
    private(set) var subject: Subject?

    /// The subject of the first request in `bytes`; `nil` where there is none.
    ///
    /// Where the start line says `HTTP/2`, what follows the fields is the payload of DATA frames.
    static func subject(of bytes: [UInt8]) -> Subject? {
        if let end = bytes.firstRange(of: Array(" HTTP/2\r\n".utf8)) {
            return subject(of: bytes, from: end.upperBound)
        }
        var exchanges = ExchangeReader(handler: ExampleRequest())
        let client = Endpoint(addressLow: 0x7F00_0001, port: 50_000)
        let server = Endpoint(addressLow: 0x7F00_0001, port: 80)
        exchanges.opened(
            ConnectionSummary(number: 1, initiator: client, responder: server, sawHandshake: true)
        )
        exchanges.received(bytes.span.bytes, on: 1, from: .initiator, at: 0, frame: 1, time: nil)
        exchanges.ended(.finished, on: 1, from: .initiator, frame: 2, time: nil)
        exchanges.ended(.finished, on: 1, from: .responder, frame: 3, time: nil)
        exchanges.closed(1)
        exchanges.finish()
        return exchanges.handler.subject
    }

    private static func subject(of bytes: [UInt8], from fieldsStart: Int) -> Subject? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        var message = Message()
        message.fields = FieldSection(
            parsing: Array(bytes[fieldsStart..<(end.lowerBound + 2)]),
            base: fieldsStart
        )
        message.framing = .h2Data
        let body = Array(bytes[end.upperBound...])
        message.bodyLength = body.count
        message.wireLength = body.count
        message.declaredLength = message.fields.value(named: "content-length")
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        var reader = FormReader(
            declared: MediaType(message.fields)?.declaredBoundaries ?? []
        )
        reader.push(body.span.bytes)
        let exchange = Exchange(connection: 1, client: nil, server: nil)
        return Subject(exchange: exchange, request: message, form: reader.finish())
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        guard exchange == 1, let fields = state.request?.fields else { return .skipped }
        reader = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        return .wanted
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        if exchange == 1 { reader?.push(bytes) }
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        if exchange == 1 { reader?.gap(length: length) }
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest { .skipped }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {}

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func completed(_ exchange: Int, _ result: consuming Exchange) {
        guard exchange == 1, let request = result.request else { return }
        let form = reader?.finish()
        reader = nil
        let isForm = MediaType(request.fields)?.isMultipart ?? false
        subject = Subject(
            exchange: result,
            request: request,
            form: isForm || form?.partCount ?? 0 > 0 ? form : nil
        )
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {}
}
