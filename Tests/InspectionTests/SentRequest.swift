import Bytes
import Exchanges
import Forms
import Inspection

/// A request as a reader of exchanges would hand it over, made from its text by hand.
///
/// Texts are written as in ``RuleExample``. The body is what the framing takes, the excess what follows it.
struct SentRequest {
    var fields = ""
    var body: [UInt8] = []
    var excess: [UInt8] = []
    var declared: Int?
    var framing = MessageFraming.contentLength
    var completion = MessageCompletion.complete
    var outcome = Outcome.ordinary
    var status: Int?
    var method = "POST"
    var gaps: [RuleContext.GapDescription] = []
    var faults: [FramingFault] = []
    var headHasGap = false
    /// Whether it came on a connection, and not from a file.
    var hasConnection = true
    /// The body after content coding was taken off, where that differs.
    var decoded: [UInt8]?

    /// A request that declares a length and sends a text; what is over becomes excess, what lacks closes early.
    init(declaring declared: Int, sending text: String, fields: String = "") {
        self.init(declaring: declared, sending: RuleExample.bytes(of: text).bytes, fields: fields)
    }

    /// A request that declares a length and sends bytes.
    init(declaring declared: Int, sending sent: [UInt8], fields: String = "") {
        self.declared = declared
        self.fields = "Content-Length: \(declared)⏎" + fields
        body = Array(sent.prefix(declared))
        excess = Array(sent.dropFirst(declared))
        completion = sent.count < declared ? .closedEarly : .complete
    }

    /// A request with a framing of another kind.
    init(framing: MessageFraming, sending text: String, fields: String = "") {
        self.framing = framing
        self.fields = fields
        body = RuleExample.bytes(of: text).bytes
    }

    /// What rules judge.
    var context: RuleContext {
        let start = Array("\(method) /u HTTP/1.1\r\n".utf8)
        let head = RuleExample.bytes(of: "Host: a⏎Content-Type: \(RuleExample.contentType)⏎" + fields).bytes
        var message = MessageDraft()
        message.head.startLine = start.dropLast(2)
        message.head.fields = FieldSection(parsing: head, base: start.count)
        message.head.framing = framing
        message.head.declaredLength = declared
        message.head.contentStart = start.count + head.count + 2
        message.content.bodyLength = body.count + gaps.reduce(0) { $0 + $1.range.count }
        message.content.wireLength = message.content.bodyLength
        message.content.missingBytes = gaps.reduce(0) { $0 + $1.range.count }
        message.content.completion = completion
        message.content.faults = faults
        message.head.hasGap = headHasGap
        message.content.excess = excess
        message.content.excessLength = excess.count
        let client = hasConnection ? Endpoint(addressLow: 0x7F00_0001, port: 50_000) : nil
        var exchange = Exchange(connection: 1, client: client, server: nil)
        exchange.method = method
        exchange.status = status
        exchange.outcome = outcome
        return RuleContext(
            exchange: exchange,
            request: Message(message),
            form: form(message.head.fields),
            gapCauses: gaps
        )
    }

    private func form(_ fields: FieldSection) -> Form {
        var reader = FormReader(declared: MediaType(fields)?.declaredBoundaries ?? [])
        let bytes = decoded ?? body
        var start = 0
        var removed = 0
        for gap in gaps {
            let end = gap.range.lowerBound - removed
            reader.push(Array(bytes[start..<end]).span.bytes)
            reader.gap(length: gap.range.count)
            start = end
            removed += gap.range.count
        }
        reader.push(Array(bytes[start...]).span.bytes)
        return reader.finish()
    }
}
