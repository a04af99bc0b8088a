import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/expect-without-body`: a request without content expects 100 (Continue).
struct SemanticsExpectWithoutBody: Rule {
    let id = "semantics/expect-without-body"
    let title = "100-continue without content"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "10.1.1")]
    let rationale = """
        A client must not expect 100 (Continue) where it has no content to send: the server may answer and wait for \
        content, while the client waits for the response. Usually the body was lost, and the field was kept.
        """
    let hint = "Send Expect only with a body; check where the body was lost."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .expectation
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 0⏎▸Expect: 100-continue⏎", ""),
                remark: "nothing to send"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎Expect: 100-continue⏎"),
                remark: "a body follows"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎Expect: 100-continue⏎", "")
                    + "⇐HTTP/1.1 417 Expectation Failed⏎Content-Length: 0⏎⏎",
                remark: "the server did not want it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.head.isWhole, request.content.completion == .complete,
            request.content.bodyLength == 0, request.content.excessLength == 0,
            request.content.missingBytes == 0,
            request.head.framing == .none
                || request.head.framing == .contentLength && request.head.declaredLength == 0,
            let line = context.fields.first(named: "expect"),
            context.fields[line.value].equalsIgnoringCase("100-continue")
        else { return }
        report.add(self, Self.message, at: line.range, in: .head)
    }

    private static let message = "the request expects 100 (Continue), but has no content to send"
}
