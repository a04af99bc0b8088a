import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/te-in-http10`: a message of HTTP/1.0 has Transfer-Encoding.
struct FramingTEInHTTP10: Rule {
    let id = "framing/te-in-http10"
    let title = "Transfer-Encoding in HTTP/1.0"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.1")]
    let rationale = """
        HTTP/1.0 has no transfer codings: a recipient must treat the framing of such a message as faulty. Go \
        passes over the field and reads no body, Node reads the chunks.
        """
    let hint =
        "Send HTTP/1.1, or Content-Length."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.0⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎▸Transfer-Encoding: chunked⏎⏎"
                    + "45⏎" + RuleExample.oneField + "⏎0⏎⏎",
                remark: "chunks in HTTP/1.0"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "HTTP/1.1"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.version == "HTTP/1.0",
            let line = context.fields.first(named: "transfer-encoding")
        else { return }
        report.add(self, Self.message, at: line.range, in: .head)
    }

    private static let message = "Transfer-Encoding stands in a message of HTTP/1.0, which does not have it"
}
