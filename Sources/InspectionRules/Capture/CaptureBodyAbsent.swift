import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/body-absent`: the recorder kept no byte of the upload's body.
struct CaptureBodyAbsent: Rule {
    let id = "capture/body-absent"
    let title = "body not recorded"
    let severity = Severity.note
    let clauses = [Clause.practice("what was not recorded proves nothing about the sender")]
    let rationale = """
        Browsers' HAR exports leave out bodies with files, and proxies leave out bodies that are too large or that \
        they passed on while they arrived. The head still shows that a form was sent; nothing is known of the form \
        itself.
        """
    let hint = "Record again with bodies, or use a packet capture or a proxy's own session format."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .recorded

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎▸Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎",
                remark: "a log of heads",
                fidelity: .heads
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 0⏎⏎",
                remark: "on the wire there is no body either"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: application/json⏎Content-Length: 2⏎⏎",
                remark: "no form was sent",
                fidelity: .heads
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.fidelity == .heads, context.isMultipart, let mediaType = context.mediaType else {
            return
        }
        report.add(
            self,
            Self.message(context.request?.head.declaredLength),
            at: mediaType.line.range,
            in: .head
        )
    }

    private static func message(_ declared: Int?) -> String {
        let amount = declared.map { " of \($0) bytes" } ?? ""
        return "the capture kept nothing of this form's body\(amount): only the head is judged"
    }
}
