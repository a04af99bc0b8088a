import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/expect-http10`: a request of HTTP/1.0 expects 100 (Continue).
struct SemanticsExpectHTTP10: Rule {
    let id = "semantics/expect-http10"
    let title = "100-continue in HTTP/1.0"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "10.1.1")]
    let rationale = """
        A server must ignore the expectation in a request of HTTP/1.0, so a client that waits for 100 (Continue) \
        does not get it.
        """
    let hint = "Send HTTP/1.1, or leave Expect out."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .expectation
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.0⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎"
                    + "▸Expect: 100-continue⏎⏎" + RuleExample.oneField,
                remark: "HTTP/1.0 has no 100"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎Expect: 100-continue⏎"),
                remark: "HTTP/1.1"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.version == "HTTP/1.0", let line = context.fields.first(named: "expect"),
            context.fields[line.value].equalsIgnoringCase("100-continue")
        else { return }
        report.add(self, Self.message, at: line.range, in: .head)
    }

    private static let message =
        "a request of HTTP/1.0 expects 100 (Continue), which servers do not send to it"
}
