import Bytes
import Connections
import Decryption
import Exchanges
import Forms
import Inspection

/// Reads the form of each request while its exchange is rebuilt, judges it, and hands exchanges on in order.
struct ExchangeJudge<Handler: InspectionHandler>: ExchangeHandler {
    /// Where finished exchanges go.
    var handler: Handler
    /// How many exchanges were finished.
    private(set) var exchangeCount = 0
    /// Connections, or their ends, that are not read, by reason.
    private(set) var opaque: [OpaqueReason: Int] = [:]
    /// Remarks on connections, each kind with its number and its first place.
    private(set) var remarks = ConnectionRemarks()
    /// Whether results had to be handed on out of order.
    private(set) var lostOrder = false

    private let options: InspectionOptions
    private let capture: Int
    private let records: RecordIndex
    private var bodies: [Int: RequestBody] = [:]
    private var waiting: [Int: InspectedExchange] = [:]
    private var nextNumber = 1
    /// Uploads that were not simply accepted, for what follows from them.
    private var past = RequestMemory()
    private let contents: ContentQueue
    /// What clients say of their parts again and again.
    private let headers = HeaderMemory()

    /// Makes a judge for the exchanges of capture number `capture`, from 0.
    init(
        handler: Handler,
        options: InspectionOptions,
        capture: Int,
        records: RecordIndex = RecordIndex()
    ) {
        self.handler = handler
        self.options = options
        self.capture = capture
        self.records = records
        contents = ContentQueue()
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        guard let request = state.request, request.framing != .none else { return .skipped }
        let keepsBytes = options.keepsBodies && (options.keptExchanges?.contains(exchange) ?? true)
        let wantsContent = handler.wantsContent(of: exchange)
        let contents = contents
        bodies[exchange] = RequestBody(
            fields: request.fields,
            options: options,
            keepsBytes: keepsBytes,
            headers: headers,
            content: wantsContent ? { contents.add(exchange: exchange, part: $0, $1) } : nil
        )
        return .wanted
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        bodies[exchange]?.push(bytes)
        deliverContents()
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        bodies[exchange]?.gap(length: length, cause: cause)
        deliverContents()
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest { .skipped }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {}

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func completed(_ number: Int, _ result: consuming Exchange) {
        exchangeCount += 1
        let body = bodies.removeValue(forKey: number)
        var inspected = InspectedExchange(
            number: number,
            capture: capture,
            exchange: result,
            form: nil,
            findings: []
        )
        judge(&inspected, body)
        deliverContents()
        // What needed the maps is resolved: without them a million exchanges can wait for an earlier one.
        inspected.exchange.request?.forgetMaps()
        inspected.exchange.response?.forgetMaps()
        hand(on: consume inspected)
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {
        opaque[reason, default: 0] += 1
    }

    mutating func remark(_ remark: ConnectionRemark, connection: Int, frame: Int) {
        remarks.add(remark, connection: connection, frame: frame)
    }

    /// Hands on what still waits, at the end of the capture.
    mutating func finish() {
        for number in waiting.keys.sorted() {
            if let exchange = waiting.removeValue(forKey: number) { handler.inspected(exchange) }
        }
    }

    private mutating func hand(on exchange: consuming InspectedExchange) {
        let number = exchange.number
        guard number > nextNumber else {
            handler.inspected(consume exchange)
            if number == nextNumber { handOnWaiting(after: number) }
            return
        }
        waiting[number] = consume exchange
        guard waiting.count > options.waitingExchanges, let first = waiting.keys.min() else { return }
        // Order is given up before memory is.
        lostOrder = true
        handOnWaiting(after: first - 1)
    }

    /// Hands on the exchanges that follow number `number` without a break.
    private mutating func handOnWaiting(after number: Int) {
        nextNumber = number + 1
        while !waiting.isEmpty, let next = waiting.removeValue(forKey: nextNumber) {
            handler.inspected(next)
            nextNumber += 1
        }
    }

    private mutating func deliverContents() {
        contents.drain { exchange, part, bytes in
            handler.content(exchange: exchange, part: part, bytes.span.bytes)
        }
    }

    /// Whether a form that was found under another type, or none, was sent as one.
    ///
    /// A text may quote a form, and a message of mail may be a multipart one; where no type is declared, it may be
    /// the head that was cut in two.
    private static func isMeant(_ form: Form, declared mediaType: MediaType?) -> Bool {
        mediaType == nil ? form.hasFormDataPart : form.looksLikeFormData
    }

    /// Whether the capture lacks the end of the head of a request that is of a kind to carry a form.
    private static func mayHaveLostForm(_ exchange: borrowing Exchange, _ request: borrowing Message) -> Bool
    {
        request.headHasGap && ["POST", "PUT", "PATCH"].contains(exchange.method)
    }

    /// Ends the form of an exchange's request, and judges it where there is one or should be.
    private mutating func judge(_ inspected: inout InspectedExchange, _ body: RequestBody?) {
        guard let request = inspected.exchange.request else { return }
        let mediaType = body.map(\.mediaType) ?? MediaType(request.fields)
        let isMultipart = mediaType?.isMultipart(in: request.fields) ?? false
        // Of a body that the source did not keep nothing can be said, not even that it is empty.
        let hasBody = inspected.exchange.fidelity > .heads
        var form = hasBody ? body?.finish() : nil
        if form == nil, isMultipart, hasBody, request.bodyLength == 0, let mediaType {
            form = FormReader(declared: mediaType.declaredBoundaries(in: request.fields)).finish()
        }
        if !isMultipart, let found = form, !Self.isMeant(found, declared: mediaType) { form = nil }
        inspected.body = body?.bytes
        let past = past.bearing(on: inspected.exchange)
        guard
            isMultipart || form != nil || request.excess.starts(with: [0x2D, 0x2D])
                || Self.mayHaveLostForm(inspected.exchange, request)
                || past.contains(where: { $0.leads(to: inspected.exchange) })
        else { return }
        if isMultipart { self.past.remember(inspected.exchange, number: inspected.number) }
        if options.wantsDigests, let form, let body {
            inspected.digests = body.partDigests(count: form.parts.count)
        }
        let findings = options.inspector.judge(
            Subject(
                exchange: inspected.exchange,
                request: request,
                mediaType: mediaType,
                form: form,
                gapCauses: body?.gaps ?? [],
                decoding: body?.decoding,
                past: past
            )
        )
        if !findings.isEmpty {
            let (key, client) = (inspected.exchange.connectionKey, inspected.exchange.clientSide)
            let records = records
            inspected.findings = findings.map { finding in
                Locator.locate(finding, in: request, body: body, form: form) { offset in
                    client.flatMap { records.record(at: offset, on: key, from: $0) }
                }
            }
        }
        inspected.decoding = body?.decoding
        inspected.form = form
    }
}

extension Message {
    /// Lets go of what only the locating of findings needs.
    fileprivate mutating func forgetMaps() {
        frames = RunMap()
        bodyShift = RunMap()
        http2 = http2?.withoutMap
    }
}
