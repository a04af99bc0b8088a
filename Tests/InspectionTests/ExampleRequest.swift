import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline

/// Makes contexts of a conversation, as if a client had sent its turns on a connection and then closed it.
struct ExampleRequest: ExchangeEventHandler {
    private var inspections: [Int: RequestInspection] = [:]
    private let history = RetryHistory()
    private var contexts: [Int: RuleContext] = [:]

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
            let contexts = contexts(of: example.turns)
            let number = example.isConversation ? contexts.keys.max() : 1
            context = number.flatMap { contexts[$0] }
        }
        context?.fidelity = example.fidelity
        context?.notedContentType = example.notedContentType
        if example.fidelity == .heads { context?.form = nil }
        return context
    }

    private static func contexts(of turns: [RuleExample.Turn]) -> [Int: RuleContext] {
        var requests = ExampleRequest()
        let client = Endpoint(addressLow: 0x7F00_0001, port: 50_000)
        let server = Endpoint(addressLow: 0x7F00_0001, port: 80)
        var exchanges = ConnectionExchanges(
            ConnectionSummary(number: 1, initiator: client, responder: server, sawHandshake: true),
            numbers: ExchangeNumbers()
        )
        var time = Timestamp(nanoseconds: 0)
        var offsets = [0, 0]
        for (index, turn) in turns.enumerated() {
            let bytes = RuleExample.bytes(of: turn.text).bytes
            time.nanoseconds += Int64(turn.pause) * 1_000_000
            let side = turn.isFromServer ? 1 : 0
            let origin = ByteOrigin(offset: offsets[side], frame: index + 1, time: time)
            exchanges.received(
                bytes.span.bytes,
                from: turn.isFromServer ? .responder : .initiator,
                origin,
                &requests
            )
            offsets[side] += bytes.count
        }
        for (index, side) in [Side.initiator, .responder].enumerated() {
            let origin = ByteOrigin(offset: offsets[index], frame: turns.count + 1 + index)
            exchanges.ended(.finished, from: side, origin, &requests)
        }
        exchanges.closed(&requests)
        return requests.contexts
    }

    private static func context(of bytes: [UInt8], from fieldsStart: Int) -> RuleContext? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        var message = MessageDraft()
        message.head.fields = FieldSection(
            parsing: Array(bytes[fieldsStart..<(end.lowerBound + 2)]),
            base: fieldsStart
        )
        message.head.framing = .h2Data
        let body = Array(bytes[end.upperBound...])
        message.content.bodyLength = body.count
        message.content.wireLength = body.count
        message.head.declaredLength = message.head.fields.value(named: "content-length")
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        var inspection = RequestInspection(InspectionSettings(.standard))
        inspection.begin(message.head.fields)
        inspection.push(body.span.bytes)
        inspection.finish()
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        exchange.request = Message(message)
        return inspection.context(of: exchange)
    }

    mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
        guard role == .request else { return }
        var settings = InspectionSettings(.standard)
        settings.decoder = { ContentDecoder($0) }
        var inspection = RequestInspection(settings)
        inspection.begin(head.fields)
        inspections[id.number] = inspection
    }

    mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {
        if role == .request { inspections[id.number]?.push(bytes) }
    }

    mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {
        if role == .request { inspections[id.number]?.finish() }
    }

    mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
        guard var inspection = inspections.removeValue(forKey: id.number) else { return }
        let past = history.bearing(on: exchange)
        if inspection.mediaType?.isMultipart ?? false,
            let request = PriorRequest(exchange, number: id.number)
        {
            history.remember(request)
        }
        // A request that is not an upload is judged all the same: near misses are among the examples.
        contexts[id.number] =
            inspection.context(of: exchange, past: past)
            ?? exchange.request.map { RuleContext(exchange: exchange, request: $0, form: nil) }
    }

    mutating func handle(_ event: consuming ExchangeEvent) {
        switch consume event {
        case .requestGap(let id, let length, let cause):
            inspections[id.number]?.gap(length: length, cause: cause)
        default: break
        }
    }
}
