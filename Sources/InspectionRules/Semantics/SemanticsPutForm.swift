import Exchanges
import Forms
import Inspection

/// `semantics/put-form`: a form is sent with PUT or PATCH.
struct SemanticsPutForm: Rule {
    let id = "semantics/put-form"
    let title = "form with PUT or PATCH"
    let severity = Severity.note
    let clauses = [Clause.practice("some servers read forms of POST requests only")]
    let rationale = """
        The method is free. PHP fills in fields and files for POST alone (from 8.4 on request_parse_body() reads \
        others), and frameworks on it find an empty form.
        """
    let hint = "Send forms with POST where the server is PHP, or have it read the body itself."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .otherMethod
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "▸PUT /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "PUT"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "POST"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, context.isFormData,
            context.method == "PUT" || context.method == "PATCH"
        else { return }
        let start = request.head.startLineOffset
        report.add(
            self,
            Self.message(context.method),
            at: start..<(start + context.method.utf8.count),
            in: .head
        )
    }

    private static func message(_ method: String) -> String {
        "the form is sent with \(method), and some servers read forms of POST only"
    }
}
