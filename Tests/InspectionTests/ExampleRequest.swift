import Bytes
import Connections
import Exchanges
import Forms
import Inspection
import Pipeline

/// Makes subjects of a conversation, as if a client had sent its turns on a connection and then closed it.
struct ExampleRequest: ExchangeHandler {
    private var readers: [Int: FormReader] = [:]
    private var decoders: [Int: ContentDecoder] = [:]
    private var past = RetryHistory()
    private var subjects: [Int: RuleContext] = [:]

    /// The context of an example's request: the last one of a conversation, otherwise the first; `nil` where there is
    /// none.
    ///
    /// Where the start line says `HTTP/2`, what follows the fields is the payload of DATA frames.
    static func context(of example: RuleExample) -> RuleContext? {
        var context: RuleContext?
        let bytes = RuleExample.bytes(of: example.text).bytes
        if let end = bytes.firstRange(of: Array(" HTTP/2\r\n".utf8)) {
            context = self.context(of: bytes, from: end.upperBound)
        } else {
            let subjects = subjects(of: example.turns)
            let number = example.isConversation ? subjects.keys.max() : 1
            context = number.flatMap { subjects[$0] }
        }
        context?.fidelity = example.fidelity
        context?.notedContentType = example.notedContentType
        if example.fidelity == .heads { context?.form = nil }
        return context
    }

    private static func subjects(of turns: [RuleExample.Turn]) -> [Int: RuleContext] {
        var exchanges = ExchangeReader(handler: ExampleRequest())
        let client = Endpoint(addressLow: 0x7F00_0001, port: 50_000)
        let server = Endpoint(addressLow: 0x7F00_0001, port: 80)
        exchanges.opened(
            ConnectionSummary(number: 1, initiator: client, responder: server, sawHandshake: true)
        )
        var time = Timestamp(nanoseconds: 0)
        var offsets = [0, 0]
        for (index, turn) in turns.enumerated() {
            let bytes = RuleExample.bytes(of: turn.text).bytes
            time.nanoseconds += Int64(turn.pause) * 1_000_000
            exchanges.received(
                bytes.span.bytes,
                on: 1,
                from: turn.isFromServer ? .responder : .initiator,
                at: offsets[turn.isFromServer ? 1 : 0],
                frame: index + 1,
                time: time
            )
            offsets[turn.isFromServer ? 1 : 0] += bytes.count
        }
        exchanges.ended(.finished, on: 1, from: .initiator, frame: turns.count + 1, time: nil)
        exchanges.ended(.finished, on: 1, from: .responder, frame: turns.count + 2, time: nil)
        exchanges.closed(1)
        exchanges.finish()
        return exchanges.handler.subjects
    }

    private static func context(of bytes: [UInt8], from fieldsStart: Int) -> RuleContext? {
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
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        return RuleContext(exchange: exchange, request: message, form: reader.finish())
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        guard let fields = state.request?.fields else { return .skipped }
        readers[exchange] = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        decoders[exchange] = ContentDecoder(fields)
        return .wanted
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        // What begins with dashes is no coded data.
        if let decoder = decoders[exchange], decoder.isSupported, bytes.byte(0) != 0x2D {
            decoder.push(bytes) { readers[exchange]?.push($0) }
        } else {
            readers[exchange]?.push(bytes)
            decoders[exchange] = nil
        }
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        readers[exchange]?.gap(length: length)
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest { .skipped }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {}

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func completed(_ exchange: Int, _ result: consuming Exchange) {
        guard let request = result.request else { return }
        let form = readers.removeValue(forKey: exchange)?.finish()
        let decoder = decoders.removeValue(forKey: exchange)
        decoder?.finish()
        let isForm = MediaType(request.fields)?.isMultipart ?? false
        let past = past.bearing(on: result)
        if isForm { self.past.remember(result, number: exchange) }
        subjects[exchange] = RuleContext(
            exchange: result,
            request: request,
            form: isForm || form?.partCount ?? 0 > 0 ? form : nil,
            decoding: decoder?.result,
            past: past
        )
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {}
}
