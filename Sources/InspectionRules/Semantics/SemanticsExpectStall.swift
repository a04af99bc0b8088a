import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/expect-stall`: the client waited for 100 (Continue) in vain.
struct SemanticsExpectStall: Rule {
    let id = "semantics/expect-stall"
    let title = "no answer to Expect: 100-continue"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "10.1.1")]
    let rationale = """
        A client that expects 100 (Continue) may wait as long as it likes before it sends the content without it; \
        curl waits one second. A server or proxy that never answers the expectation slows down each upload by that \
        time; after 417 the client has to send the request again without Expect.
        """
    let hint = "Send no Expect (curl: `-H 'Expect:'`), or fix the server or proxy that does not answer it."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .expectation
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎"
                    + "▸Expect: 100-continue⏎⏎⟨1001ms⟩" + RuleExample.oneField,
                remark: "a second passes without an answer"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎"
                    + "▸Expect: 100-continue⏎⏎⇐HTTP/1.1 417 Expectation Failed⏎Content-Length: 0⏎⏎",
                remark: "the expectation was refused"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎"
                    + "Expect: 100-continue⏎⏎⟨1001ms⟩⇐HTTP/1.1 100 Continue⏎⏎⇒" + RuleExample.oneField,
                remark: "the server answered, if late"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎"
                    + "Expect: 100-continue⏎⏎⟨10ms⟩" + RuleExample.oneField,
                remark: "the client did not wait"
            ),
        ]
    }

    /// The shortest wait that is reported, in nanoseconds: shorter ones are not noticed.
    private static let notable: Int64 = 900_000_000

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, let line = context.fields.first(named: "expect"),
            context.fields[line.value].equalsIgnoringCase("100-continue")
        else { return }
        if context.status == 417 {
            report.add(self, Self.refused, at: line.range, in: .head, hint: Self.refusedHint)
            return
        }
        guard !context.wasToldToContinue, request.content.missingBytes == 0,
            let start = request.arrival.startedAt,
            let content = request.arrival.contentStartedAt
        else { return }
        let (pause, overflow) = content.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
        guard !overflow, pause >= Self.notable else { return }
        report.add(self, Self.waited(milliseconds: Int(pause / 1_000_000)), at: line.range, in: .head)
    }

    private static func waited(milliseconds: Int) -> String {
        "the client waited \(milliseconds) ms for 100 (Continue), which never came, before it sent the content"
    }

    private static let refused = "the server refused the expectation with 417"
    private static let refusedHint = "Send the request again without Expect."
}
