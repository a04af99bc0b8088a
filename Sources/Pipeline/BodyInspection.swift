import Bytes
import CaptureSources
import Exchanges
import Forms
import Inspection

/// Judges a body that came by itself, under a Content-Type that the user gave.
struct BodyInspection {
    private let fields: FieldSection
    private let options: InspectionOptions
    private let body: RequestBody
    private let contents = ContentQueue()
    /// The bytes, where they have to be read twice.
    private let spool: TrafficSpool?

    /// Prepares for a body with a Content-Type value.
    ///
    /// - Parameters:
    ///   - contentType: the value.
    ///   - options: limits, and what is wanted besides findings.
    ///   - wantsContent: whether the parts' contents are to be handed on.
    /// - Throws: where the bytes have to be kept, and cannot.
    init(
        contentType: String,
        options: InspectionOptions,
        wantsContent: Bool
    ) throws(ByteSource.Failure) {
        spool = options.redaction == nil ? nil : try TrafficSpool()
        fields = FieldSection(parsing: Array("Content-Type: \(contentType)\r\n".utf8), base: 0)
        self.options = options
        let contents = contents
        body = RequestBody(options: options)
        body.begin(
            fields: fields,
            keepsBytes: options.keepsBodies,
            content: wantsContent ? { contents.add(exchange: 1, part: $0, $1) } : nil
        )
    }

    /// Takes the next bytes.
    mutating func push(_ bytes: RawSpan, into handler: inout some InspectionHandler) {
        body.push(bytes)
        spool?.append(bytes)
        contents.drain { handler.content(exchange: $0, part: $1, $2.span.bytes) }
    }

    /// Ends the body and hands it on as exchange 1.
    mutating func finish(capture: Int, into handler: inout some InspectionHandler) {
        let isMultipart = MediaType(fields)?.isMultipart ?? false
        let declared = MediaType(fields)?.declaredBoundaries ?? []
        let form = body.finish() ?? (isMultipart ? FormReader(declared: declared).finish() : nil)
        contents.drain { handler.content(exchange: $0, part: $1, $2.span.bytes) }
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        var request = Message()
        request.fields = fields
        request.framing = .bare
        request.bodyLength = body.length
        request.wireLength = body.length
        exchange.request = request
        exchange.fidelity = .body
        let findings = locate(options.inspector.judge(RuleContext(fields: fields, form: form)), in: form)
        var inspected = InspectedExchange(
            number: 1,
            capture: capture,
            exchange: exchange,
            form: form,
            findings: findings,
            digests: form.map { body.partDigests(count: $0.parts.count) } ?? [],
            body: body.bytes
        )
        if form == nil { inspected.opening = body.opening }
        redact(&inspected)
        handler.inspected(inspected)
    }

    private func locate(_ findings: [Finding], in form: Form?) -> [LocatedFinding] {
        findings.map { FindingLocator.locate($0, fields: fields, form: form ?? Form(declared: [])) }
    }

    /// Reads the body once more, with fill in it, where something is to be made unreadable.
    private func redact(_ inspected: inout InspectedExchange) {
        guard let redaction = options.redaction, let spool else { return }
        let length = inspected.exchange.request?.bodyLength ?? 0
        var bytes = SpooledBytes(in: spool)
        bytes.add(0..<length)
        if let form = inspected.form {
            bytes.masks = BodyMasks.of(form, inspected.findings, redaction)
        } else if redaction.coversAllParts {
            bytes.masks = [0..<length]
        }
        let twin = RequestBody(options: options)
        twin.begin(fields: fields, keepsBytes: options.keepsBodies, content: nil)
        // What cannot be read again is left out.
        try? bytes.forEachPiece { if case .bytes(let piece) = $0 { twin.push(piece.span.bytes) } }
        inspected.form = twin.finish() ?? inspected.form.map { Form(declared: $0.declared) }
        inspected.digests = inspected.form.map { twin.partDigests(count: $0.parts.count) } ?? []
        inspected.body = twin.bytes
        inspected.opening = twin.opening
        let judged = options.inspector.judge(RuleContext(fields: fields, form: inspected.form))
        let form = inspected.form
        inspected.findings = RedactedFindings.merge(inspected.findings, locate(judged, in: form)) {
            FindingLocator.locate($0, fields: fields, form: form ?? Form(declared: []))
        }
    }
}
