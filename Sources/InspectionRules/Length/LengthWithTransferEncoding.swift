import Bytes
import Exchanges
import Inspection

/// `length/with-transfer-encoding`: Content-Length and Transfer-Encoding in one message.
struct LengthWithTransferEncoding: Rule {
    let id = "length/with-transfer-encoding"
    let title = "Content-Length beside Transfer-Encoding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.2"), .rfc(9112, "6.3"), .rfc(9112, "11.2")]
    let rationale = """
        A sender must not send both. Transfer-Encoding has precedence, but a proxy and a server that differ in this \
        see different requests, which is how requests are smuggled. Node answers 400, Go accepts the request.
        """
    let hint = """
        Remove Content-Length where the body is sent in chunks. Where it is not, remove Transfer-Encoding: naming \
        chunked does not make chunks.
        """
    let needs = Fidelity.wire
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎▸Content-Length: 69⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "one chunk of 69 bytes"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "chunked alone"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "Content-Length alone"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data,
            let coding = context.fields.first(named: "transfer-encoding"),
            let length = context.fields.first(named: "content-length")
        else { return }
        report.add(
            self,
            Self.message(
                PrintableText.text(context.fields[length.value], limit: 40),
                PrintableText.text(context.fields[coding.value], limit: 40)
            ),
            at: length.range,
            in: .head
        )
    }

    private static func message(_ length: String, _ coding: String) -> String {
        "Content-Length `\(length)` stands beside Transfer-Encoding `\(coding)`"
    }
}
