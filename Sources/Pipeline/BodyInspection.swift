import Bytes
import Exchanges
import Forms
import Inspection

/// Judges a body that came by itself, under a Content-Type that the user gave.
struct BodyInspection {
    private let fields: FieldSection
    private let options: InspectionOptions
    private let body: RequestBody
    private let contents = ContentQueue()

    /// Prepares for a body with a Content-Type value.
    ///
    /// - Parameters:
    ///   - contentType: the value.
    ///   - options: limits, and what is wanted besides findings.
    ///   - wantsContent: whether the parts' contents are to be handed on.
    init(contentType: String, options: InspectionOptions, wantsContent: Bool) {
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
        let findings = options.inspector.judge(Subject(fields: fields, form: form))
        handler.inspected(
            InspectedExchange(
                number: 1,
                capture: capture,
                exchange: exchange,
                form: form,
                findings: findings.map { finding in
                    Locator.locate(finding, fields: fields, form: form ?? Form(declared: []))
                },
                digests: form.map { body.partDigests(count: $0.parts.count) } ?? [],
                body: body.bytes
            )
        )
    }
}
