import Exchanges
import Inspection

/// `length/too-short`: more bytes were sent than Content-Length declares.
struct LengthTooShort: Rule {
    let id = "length/too-short"
    let title = "Content-Length too small"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9110, "8.6")]
    let rationale = """
        The server reads as many bytes as declared and takes the rest for the next request. It never sees the end \
        of the form: Go says "unexpected EOF", busboy "Unexpected end of form", and both then answer 400 to the \
        rest. If only bytes after the close delimiter are cut off, they accept the form, and the fault shows only \
        when a value gets longer.
        """
    let hint = "Compute Content-Length from the finished body: its bytes, after the last one was written."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸60⏎"),
                remark: "nine bytes are not counted"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "all bytes are counted"),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "GET / HTTP/1.1⏎Host: a⏎⏎"),
                remark: "what follows is the next request"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.difference > 0,
            !discrepancy.isStatement
        else { return }
        report.add(self, Self.message(discrepancy), at: discrepancy.place, in: .head)
    }

    private static func message(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement + ": the server never sees the last \(discrepancy.difference)"
    }
}
