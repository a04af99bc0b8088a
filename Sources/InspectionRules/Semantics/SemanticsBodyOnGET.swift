import Exchanges
import Forms
import Inspection

/// `semantics/body-on-get`: a form is sent with a method whose requests have no content.
struct SemanticsBodyOnGET: Rule {
    let id = "semantics/body-on-get"
    let title = "form with a method that has no content"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "9.3.1"), .rfc(9110, "9.3.2"), .rfc(9110, "9.3.5"), .rfc(9110, "9.3.8")]
    let rationale = """
        Content in a GET, HEAD or DELETE request has no meaning, and a client should not send any: proxies \
        drop it or close the connection, and PHP fills in no fields. Go and Node hand it on, so that it \
        works in local tests.
        """
    let hint = "Send the form with POST."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .otherMethod
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "▸GET /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "a form in a GET request"
            ),
            .nearMissRequest(
                "GET /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎⏎",
                remark: "a Content-Type and no content"
            ),
            .nearMissRequest(
                "QUERY /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "a method that is not known here"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.content.bodyLength > 0 else { return }
        let start = request.head.startLineOffset
        let place = start..<(start + context.method.utf8.count)
        switch context.method {
        case "GET": add(context.method, at: place, to: &report)
        case "HEAD": add(context.method, at: place, to: &report, clause: clauses[1])
        case "DELETE": add(context.method, at: place, to: &report, clause: clauses[2])
        case "OPTIONS": add(context.method, at: place, to: &report, severity: .note)
        case "TRACE": add(context.method, at: place, to: &report, severity: .error, clause: clauses[3])
        default: break
        }
    }

    private func add(
        _ method: String,
        at place: Range<Int>,
        to report: inout RuleReport,
        severity: Severity? = nil,
        clause: Clause? = nil
    ) {
        report.add(
            self,
            "the form is sent with \(method), for which HTTP defines no content",
            at: place,
            in: .head,
            severity: severity,
            clause: clause
        )
    }
}
