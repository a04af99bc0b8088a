import Bytes
import Connections
import Exchanges
import Forms
import Inspection

/// Reads the form of each request while its exchange is rebuilt, judges it, and hands exchanges on in order.
struct ExchangeJudge: ExchangeHandler {
    /// How many exchanges were finished.
    private(set) var exchangeCount = 0
    /// Connections, or their ends, that are not HTTP/1, by reason.
    private(set) var opaque: [OpaqueReason: Int] = [:]
    /// Whether results had to be handed on out of order.
    var lostOrder: Bool { order.isLost }

    private let sink: any InspectionSink
    private let options: InspectionOptions
    private let capture: Int
    /// The body that began last, and the others that have not ended: most bytes belong to that one.
    private var current: (exchange: Int, body: RequestBody)?
    private var others: [Int: RequestBody] = [:]
    /// A reader of bodies that is ready for the next one.
    private var idle: RequestBody?
    private var order: ExchangeOrder
    private let contents = ContentQueue()
    /// Whether contents were wanted of any exchange.
    private var handsOnContents = false
    /// What clients say of their parts again and again.
    private let headers = HeaderMemory()

    /// Makes a judge for the exchanges of capture number `capture`, from 0; finished ones go to `sink`.
    init(sink: any InspectionSink, options: InspectionOptions, capture: Int) {
        self.sink = sink
        self.options = options
        self.capture = capture
        order = ExchangeOrder(limit: options.waitingExchanges)
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        guard let request = state.request, request.framing != .none else { return .skipped }
        let keepsBytes = options.keepsBodies && (options.keptExchanges?.contains(exchange) ?? true)
        let wantsContent = sink.wantsContent(of: exchange)
        if wantsContent { handsOnContents = true }
        let contents = contents
        let body = idle.take() ?? RequestBody(options: options, headers: headers)
        body.begin(
            fields: request.fields,
            keepsBytes: keepsBytes,
            content: wantsContent ? { contents.add(exchange: exchange, part: $0, $1) } : nil
        )
        if let current { others[current.exchange] = current.body }
        current = (exchange, body)
        return .wanted
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        body(of: exchange)?.push(bytes)
        deliverContents()
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        body(of: exchange)?.gap(length: length, cause: cause)
        deliverContents()
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest { .skipped }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {}

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {}

    mutating func completed(_ number: Int, _ result: consuming Exchange) {
        exchangeCount += 1
        let body = takeBody(of: number)
        let verdict = judge(result, body)
        deliverContents()
        idle = body
        // What needed the maps is resolved: without them a million exchanges can wait for an earlier one.
        result.request?.forgetMaps()
        result.response?.forgetMaps()
        order.add(
            InspectedExchange(
                number: number,
                capture: capture,
                exchange: result,
                form: verdict.form,
                findings: verdict.findings,
                digests: verdict.digests,
                body: body?.bytes
            ),
            to: sink
        )
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {
        opaque[reason, default: 0] += 1
    }

    /// Hands on what still waits, at the end of the capture.
    mutating func finish() {
        order.finish(to: sink)
    }

    private func body(of exchange: Int) -> RequestBody? {
        if let current, current.exchange == exchange { return current.body }
        return others[exchange]
    }

    private mutating func takeBody(of exchange: Int) -> RequestBody? {
        guard let current, current.exchange == exchange else { return others.removeValue(forKey: exchange) }
        self.current = nil
        return current.body
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

    /// What came of an exchange's request.
    private struct Verdict {
        var form: Form?
        var findings: [LocatedFinding] = []
        var digests: [String] = []
    }

    /// Ends the form of an exchange's request, and judges it where there is one or should be.
    private func judge(_ exchange: borrowing Exchange, _ body: RequestBody?) -> Verdict {
        guard let request = exchange.request else { return Verdict() }
        let mediaType = body.map(\.mediaType) ?? MediaType(request.fields)
        let isMultipart = mediaType?.isMultipart ?? false
        var form = body?.finish()
        if form == nil, isMultipart, request.bodyLength == 0, let mediaType {
            form = FormReader(declared: mediaType.declaredBoundaries).finish()
        }
        if !isMultipart, let found = form, !Self.isMeant(found, declared: mediaType) { form = nil }
        guard
            isMultipart || form != nil || request.excess.starts(with: [0x2D, 0x2D])
                || Self.mayHaveLostForm(exchange, request)
        else { return Verdict() }
        var verdict = Verdict(form: form)
        if options.wantsDigests, let form, let body {
            verdict.digests = body.partDigests(count: form.parts.count)
        }
        let findings = options.inspector.judge(
            Subject(
                exchange: exchange,
                request: request,
                mediaType: mediaType,
                form: form,
                gapCauses: body?.gaps ?? []
            )
        )
        if !findings.isEmpty {
            verdict.findings = findings.map { Locator.locate($0, in: request, form: form) }
        }
        return verdict
    }
}
