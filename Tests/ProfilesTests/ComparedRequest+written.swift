import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules

@testable import Profiles

extension ComparedRequest {
    /// A request of HTTP/1.1 that a test writes down, judged as the tool does.
    ///
    /// - Parameters:
    ///   - body: its body, a form.
    ///   - boundary: the boundary of the form.
    ///   - fields: the lines of its head.
    ///   - target: its target.
    ///   - role: what it is compared as.
    ///   - digests: those of its parts.
    ///   - contents: those of its parts.
    ///   - change: changes it before it is judged.
    /// - Returns: the request.
    static func written(
        _ body: String,
        boundary: String,
        fields: [String],
        target: String = "/",
        role: Role = .recorded,
        digests: [String] = [],
        contents: [PartContent] = [],
        _ change: (inout MessageDraft, inout Exchange) -> Void = { _, _ in }
    ) -> ComparedRequest {
        var message = MessageDraft()
        message.head.framing = .contentLength
        message.head.version = "HTTP/1.1"
        message.head.startLine = Array("POST \(target) HTTP/1.1".utf8)
        message.content.bodyLength = body.utf8.count
        message.head.declaredLength = body.utf8.count
        message.head.fields = FieldSection(parsing: Array(fields.map { $0 + "\r\n" }.joined().utf8), base: 0)
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        exchange.target = target
        change(&message, &exchange)
        exchange.request = Message(message)
        var form: Form?
        if exchange.fidelity > .heads, !message.head.hasGap {
            var reader = FormReader(declared: [Array(boundary.utf8)])
            reader.push(Array(body.utf8).span.bytes)
            form = reader.finish()
        }
        return ComparedRequest(
            label: "x",
            role: role,
            exchange: exchange,
            form: form,
            findings: Inspector.standard.judge(
                RuleContext(exchange: exchange, request: Message(message), form: form)
            ),
            digests: form == nil ? [] : digests,
            contents: form == nil ? [] : contents
        )
    }
}
