import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/rejected-early`: the server refused the upload before it was complete.
struct SemanticsRejectedEarly: Rule {
    let id = "semantics/rejected-early"
    let title = "refused before it was complete"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "10.1.1"), .rfc(9110, "15.5.14"), .rfc(9112, "9.5")]
    let rationale = """
        A server may answer before it has read the whole request, because of its size (413), a missing login (401) \
        or load, and then close the connection. What the client did not send after that is not a fault of its \
        encoder.
        """
    let hint = "Check why the server refused the request; the client stopped because of it."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .aftermath

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + "--AaB03x▸⇐HTTP/1.1 413 Content Too Large⏎Content-Length: 0⏎⏎",
                remark: "the server does not want that much"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + "--AaB03x▸⇐HTTP/1.1 408 Request Timeout⏎Content-Length: 0⏎⏎",
                remark: "the client stopped, and the server waited"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 413 Content Too Large⏎Content-Length: 0⏎⏎",
                remark: "refused after it was complete"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎", "--AaB03x"),
                remark: "the client stopped, and no response had asked it to"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // A client that had finished its form was not interrupted: its length is wrong, and the refusal
        // followed from that.
        guard context.outcome == .rejectedEarly, let request = context.request,
            context.form?.ending != .closed
        else { return }
        let end = request.end
        report.add(
            self,
            Self.message(context.status, request),
            at: end..<end,
            in: .wire,
            hint: context.status == 408 ? Self.timeoutHint : nil
        )
    }

    private static let timeoutHint =
        "Look for what stopped the client: a stream shorter than its length says, a cancelled task, a network that is too "
        + "slow."

    private static func message(_ status: Int?, _ request: Message) -> String {
        let amount =
            request.head.declaredLength.map { "\(request.content.bodyLength) of \($0) bytes" }
            ?? "\(request.content.bodyLength) bytes"
        if status == 408 {
            return "the server waited for the rest of the upload until it answered 408: \(amount) came"
        }
        let isReset = request.http2 != nil
        let answer = status.map { "answered \($0)" } ?? (isReset ? "refused" : "closed the connection")
        return "the server \(answer) before the upload was complete, and the client stopped after \(amount)"
    }
}
