import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/h2-connection-header`: a request of HTTP/2 has a field that is about the connection.
struct FramingH2ConnectionHeader: Rule {
    let id = "framing/h2-connection-header"
    let title = "connection field in HTTP/2"
    let severity = Severity.error
    let clauses = [Clause.rfc(9113, "8.2.2")]
    let rationale = """
        In HTTP/2 a message has no fields about its connection: a request with Connection, Transfer-Encoding \
        and their like is malformed, and a server resets its stream with PROTOCOL_ERROR.
        """
    let hint =
        "Leave fields of the connection to the library; only `te: trailers` may be sent."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .http2
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎▸transfer-encoding: chunked⏎⏎"
                    + RuleExample.oneField,
                remark: "a framing that HTTP/2 does not have"
            ),
            .nearMissRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎te: trailers⏎⏎"
                    + RuleExample.oneField,
                remark: "the one exception"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎Connection: close⏎"), remark: "HTTP/1.1"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing == .h2Data else { return }
        let line = context.fields.lines.first { Self.isOfConnection($0, context.fields) }
        guard let line else { return }
        report.add(
            self,
            Self.message(PrintableText.text(context.fields[line.name], limit: 40)),
            at: line.range,
            in: .head
        )
    }

    private static func isOfConnection(_ line: FieldLine, _ fields: FieldSection) -> Bool {
        let name = fields[line.name]
        if name.equalsIgnoringCase("te") { return !fields[line.value].equalsIgnoringCase("trailers") }
        return name.equalsIgnoringCase("connection") || name.equalsIgnoringCase("transfer-encoding")
            || name.equalsIgnoringCase("keep-alive") || name.equalsIgnoringCase("proxy-connection")
            || name.equalsIgnoringCase("upgrade")
    }

    private static func message(_ name: String) -> String {
        "the field `\(name)` is about the connection, and HTTP/2 forbids it"
    }
}
