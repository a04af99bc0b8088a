import Bytes
import CaptureSources
import Exchanges
import Forms
import Inspection

/// Judges a body that came by itself, under a Content-Type that the user gave.
struct BodyInspection {
    private let fields: FieldSection
    private let options: InspectionOptions
    private var inspection: RequestInspection
    private var digests: PartDigests?
    private let handsOnContent: Bool
    /// The bytes, where they have to be read twice.
    private let spool: TrafficSpool?
    private let memory = MemoryBudget()

    /// Prepares for a body with a Content-Type value.
    ///
    /// - Parameters:
    ///   - contentType: the value.
    ///   - options: limits, and what is wanted besides findings.
    /// - Throws: where the bytes have to be kept, and cannot.
    init(contentType: String, options: InspectionOptions) throws(ByteSource.Failure) {
        spool = options.redaction == nil ? nil : try TrafficSpool()
        fields = FieldSection(parsing: Array("Content-Type: \(contentType)\r\n".utf8), base: 0)
        self.options = options
        handsOnContent = options.contentExchanges?.contains(1) ?? true
        digests = options.wantsDigests ? PartDigests() : nil
        inspection = RequestInspection(options.settings(memory))
        inspection.begin(
            fields,
            keepsBytes: options.keepsBodies,
            collectsContent: handsOnContent || options.wantsDigests
        )
    }

    /// Takes the next bytes.
    mutating func push(_ bytes: RawSpan, into handler: inout some InspectionHandler) {
        inspection.push(bytes)
        spool?.append(bytes)
        drainContent(into: &handler)
    }

    /// Ends the body and hands it on as exchange 1.
    mutating func finish(capture: Int, into handler: inout some InspectionHandler) {
        inspection.finish()
        drainContent(into: &handler)
        let verdict = inspection.judgeBareBody()
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        var request = MessageDraft()
        request.head.fields = fields
        request.head.framing = .bare
        request.content.bodyLength = inspection.length
        request.content.wireLength = inspection.length
        exchange.request = Message(request)
        exchange.fidelity = .body
        var judged = InspectedExchange.Draft(
            number: 1,
            capture: capture,
            exchange: exchange,
            form: verdict.form,
            findings: locate(verdict)
        )
        judged.additions.body = inspection.bytes
        if let form = verdict.form {
            judged.additions.digests = digests?.finish(count: form.keptPartCount) ?? []
        }
        if verdict.form == nil { judged.additions.opening = inspection.opening }
        redact(&judged)
        handler.inspected(InspectedExchange(judged))
    }

    private mutating func drainContent(into handler: inout some InspectionHandler) {
        for piece in inspection.takeContent() {
            digests?.add(piece)
            if handsOnContent { handler.content(exchange: 1, part: piece.part, piece.bytes.span.bytes) }
        }
    }

    private func locate(_ verdict: RequestVerdict) -> [LocatedFinding] {
        let form = verdict.form ?? Form(declared: [])
        return verdict.findings.map { FindingLocator.locate($0, fields: fields, form: form) }
    }

    /// Reads the body once more, with fill in it, where something is to be redacted.
    private func redact(_ judged: inout InspectedExchange.Draft) {
        guard let redaction = options.redaction, let spool else { return }
        let length = judged.exchange.request?.content.bodyLength ?? 0
        var bytes = SpooledBytes(in: spool)
        bytes.add(0..<length)
        if let form = judged.form {
            bytes.masks = BodyMasks.of(form, judged.findings, redaction)
        } else if redaction.coversAllParts {
            bytes.masks = [0..<length]
        }
        var twin = RequestInspection(options.settings(memory))
        twin.begin(fields, keepsBytes: options.keepsBodies, collectsContent: options.wantsDigests)
        var digests = options.wantsDigests ? PartDigests() : nil
        // What cannot be read again is left out.
        try? bytes.forEachPiece {
            guard case .bytes(let piece) = $0 else { return }
            twin.push(piece.span.bytes)
            for content in twin.takeContent() { digests?.add(content) }
        }
        twin.finish()
        for content in twin.takeContent() { digests?.add(content) }
        let verdict = twin.judgeBareBody()
        let form = verdict.form ?? judged.form.map { Form(declared: $0.declared) }
        judged.form = form
        judged.additions.digests = form.map { digests?.finish(count: $0.parts.count) ?? [] } ?? []
        judged.additions.body = twin.bytes
        judged.additions.opening = twin.opening
        judged.findings = RedactedFindings.merge(judged.findings, locate(verdict)) {
            FindingLocator.locate($0, fields: fields, form: form ?? Form(declared: []))
        }
    }
}
