import Bytes
import Connections
import Decryption
import Exchanges
import Forms
import Inspection

/// Reads the form of each request while its exchange is rebuilt, judges it, and hands exchanges on in order.
struct ExchangeJudge: ExchangeHandler {
    /// How many exchanges were finished.
    private(set) var exchangeCount = 0
    /// Connections, or their ends, that are not read, by reason.
    private(set) var opaque: [OpaqueReason: Int] = [:]
    /// Remarks on connections, each kind with its number and its first place.
    private(set) var remarks = ConnectionDiagnostics()
    /// Whether results had to be handed on out of order.
    var lostOrder: Bool { order.isLost }

    private let sink: any InspectionSink
    private let options: InspectionOptions
    private let capture: Int
    private let records: RecordIndex
    private let keeper: ExchangeKeeper?
    private let redactor: Redactor?
    /// Uploads that were not simply accepted, for what follows from them.
    private var past = RetryHistory()
    private var bodies = OpenBodies()
    /// A reader of bodies that is ready for the next one.
    private var idle: RequestBody?
    private var order: ExchangeOrder
    private let contents = ContentQueue()
    /// Whether contents were wanted of any exchange.
    private var handsOnContents = false
    /// What clients say of their parts again and again.
    private let headers = PartHeaderCache()

    /// Makes a judge for the exchanges of capture number `capture`, from 0; finished ones go to `sink`, and the bytes of
    /// their messages to `keeper`.
    init(
        sink: any InspectionSink,
        options: InspectionOptions,
        capture: Int,
        records: RecordIndex = RecordIndex(),
        keeper: ExchangeKeeper? = nil
    ) {
        self.sink = sink
        self.options = options
        self.capture = capture
        self.records = records
        self.keeper = keeper
        redactor = keeper.flatMap { Redactor(options: options, keeper: $0, sink: sink) }
        order = ExchangeOrder(limit: options.waitingExchanges)
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        guard let request = state.request, request.framing != .none else { return .skipped }
        keeper?.began(exchange, .request, state)
        let keepsBytes = options.keepsBodies && (options.keptExchanges?.contains(exchange) ?? true)
        // Of an exchange that is made unreadable, the redactor hands on the contents.
        let wantsContent = redactor == nil && sink.wantsContent(of: exchange)
        if wantsContent { handsOnContents = true }
        let contents = contents
        let body = idle.take() ?? RequestBody(options: options, headers: headers)
        body.begin(
            fields: request.fields,
            keepsBytes: keepsBytes,
            content: wantsContent ? { contents.add(exchange: exchange, part: $0, $1) } : nil
        )
        bodies.add(body, of: exchange)
        return .wanted
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        bodies[exchange]?.push(bytes)
        keeper?.content(bytes, of: exchange, .request)
        deliverContents()
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        bodies[exchange]?.gap(length: length, cause: cause)
        keeper?.gap(length, cause, of: exchange, .request)
        deliverContents()
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        // A keeper of our own keeps what is judged a second time: requests.
        guard let keeper, sink.keeper != nil else { return .skipped }
        keeper.began(exchange, .response, state)
        return .wanted
    }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {
        keeper?.content(bytes, of: exchange, .response)
    }

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {
        keeper?.gap(length, cause, of: exchange, .response)
    }

    mutating func completed(_ number: Int, _ result: consuming Exchange) {
        exchangeCount += 1
        order.add(inspected(result, number: number), to: sink)
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {
        opaque[reason, default: 0] += 1
    }

    mutating func remark(_ remark: ConnectionDiagnostic, connection: Int, frame: Int) {
        remarks.add(remark, connection: connection, frame: frame)
    }

    /// Hands on what still waits, at the end of the capture.
    mutating func finish() {
        order.finish(to: sink)
    }

    /// Puts together the bytes of an exchange, and makes it unreadable where that is asked for.
    private func keep(_ inspected: inout InspectedExchange, in keeper: ExchangeKeeper) {
        let original = inspected.exchange
        let plan = redactor?.redact(&inspected)
        keeper.completed(inspected.number, original, plan)
        if sink.keeper == nil { _ = keeper.take(inspected.number) }
    }

    private func deliverContents() {
        guard handsOnContents else { return }
        contents.drain { exchange, part, bytes in
            sink.content(exchange: exchange, part: part, bytes.span.bytes)
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

    /// Judges an exchange, and lets go of what was needed for it alone.
    private mutating func inspected(_ result: consuming Exchange, number: Int) -> InspectedExchange {
        let body = bodies.take(number)
        var inspected = InspectedExchange(
            number: number,
            capture: capture,
            exchange: result,
            form: nil,
            findings: [],
            digests: [],
            decoding: nil,
            body: nil
        )
        judge(&inspected, body)
        inspected.body = body?.bytes
        if let body, inspected.form == nil { inspected.opening = body.opening }
        if options.wantsPieces { inspected.pieces = inspected.exchange.request?.pieces ?? [] }
        deliverContents()
        idle = body
        if let keeper { keep(&inspected, in: keeper) }
        // What needed the maps is resolved: without them a million exchanges can wait for an earlier one.
        inspected.exchange.forgetMaps()
        return inspected
    }

    /// Ends the form of an exchange's request, and judges it where there is one or should be.
    private mutating func judge(_ inspected: inout InspectedExchange, _ body: RequestBody?) {
        let exchange = inspected.exchange
        guard let request = exchange.request else { return }
        let mediaType = body.map(\.mediaType) ?? MediaType(request.fields)
        let isMultipart = mediaType?.isMultipart ?? false
        // Of a body that the source did not keep nothing can be said, not even that it is empty.
        let hasBody = exchange.fidelity > .heads
        var form = hasBody ? body?.finish() : nil
        if form == nil, isMultipart, hasBody, request.bodyLength == 0, let mediaType {
            form = FormReader(declared: mediaType.declaredBoundaries).finish()
        }
        if !isMultipart, let found = form, !Self.isMeant(found, declared: mediaType) { form = nil }
        let past = past.bearing(on: exchange)
        guard
            isMultipart || form != nil || request.excess.starts(with: [0x2D, 0x2D])
                || Self.mayHaveLostForm(exchange, request)
                || past.contains(where: { $0.leads(to: exchange) })
        else { return }
        if isMultipart { self.past.remember(exchange, number: inspected.number) }
        inspected.form = form
        inspected.decoding = body?.decoding
        if options.wantsDigests, let form, let body {
            inspected.digests = body.partDigests(count: form.parts.count)
        }
        let findings = options.inspector.judge(
            RuleContext(
                exchange: exchange,
                request: request,
                mediaType: mediaType,
                form: form,
                gapCauses: body?.gaps ?? [],
                decoding: body?.decoding,
                past: past
            )
        )
        guard !findings.isEmpty else { return }
        let (key, client) = (exchange.connectionKey, exchange.clientSide)
        let records = records
        inspected.findings = findings.map { finding in
            FindingLocator.locate(finding, in: request, body: body, form: form) { offset in
                client.flatMap { records.record(at: offset, on: key, from: $0) }
            }
        }
    }
}

extension Message {
    /// The sizes of the chunks or DATA frames that carried the content, in order.
    fileprivate var pieces: [Int] {
        switch framing {
        case .chunked: bodyShift.lengths(limit: InspectedExchange.pieceLimit)
        case .h2Data: http2?.dataFrames.lengths(limit: InspectedExchange.pieceLimit) ?? []
        case .none, .contentLength, .untilClose, .bare: []
        }
    }
}
