import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/reencoded-headers`: the recorder took the framing off and wrote the head anew.
struct CaptureReencodedHeaders: Rule {
    let id = "capture/reencoded-headers"
    let title = "head written by the recorder"
    let severity = Severity.note
    let clauses = [Clause.practice("a recorder's list of fields is not the head that was on the wire")]
    let rationale = """
        Proxies store a list of fields and the content, not the bytes of the message: chunks are joined, letter \
        case in names may change, and HTTP/2 is shown as HTTP/1. The fields may describe a framing that the stored \
        body no longer has. Browsers list only the fields that they knew before they sent the request, and some \
        exporters list none.
        """
    let hint = "Faults of the framing and of single lines of the head need a packet capture."
    let evidence = Evidence.head
    let needs = Fidelity.heads
    let headConcerns: HeadTraits = .recorded

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎▸Transfer-Encoding: chunked⏎⏎"
                    + "45⏎" + RuleExample.oneField + "⏎0⏎⏎",
                remark: "a proxy's log",
                fidelity: .body
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "on the wire: the chunks are there"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart || context.form != nil, let request = context.request else { return }
        if request.head.mayLackFields, !request.head.hasGap {
            let isEmpty = context.fields.lines.isEmpty
            report.add(self, isEmpty ? Self.absent : Self.partial, at: context.fields.range, in: .head)
            return
        }
        guard context.fidelity == .body, request.head.framing != .bare else { return }
        if let line = context.fields.first(named: "transfer-encoding") {
            report.add(self, Self.dechunked, at: line.range, in: .head)
        } else {
            report.add(self, Self.message, at: context.fields.range, in: .head)
        }
    }

    private static let message =
        "the head is a list of fields that the recorder made: its lines and the framing are not judged"
    private static let absent = """
        the log has no fields of the request's head: Content-Type, its boundary and the framing are not judged
        """
    private static let partial = """
        the log lacks fields of the request's head that every such request has: missing fields are not reported
        """
    private static let dechunked =
        "the recorder has removed the transfer coding that Transfer-Encoding names: the framing is not judged"
}
