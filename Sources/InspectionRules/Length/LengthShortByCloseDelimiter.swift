import Exchanges
import Inspection

/// `length/short-by-close-delimiter`: exactly the close delimiter is missing from the count.
struct LengthShortByCloseDelimiter: Rule {
    let id = "length/short-by-close-delimiter"
    let title = "Content-Length lacks the close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9110, "8.6")]
    let rationale = """
        The length was taken before the close delimiter was appended, so the form that the server reads has no end: \
        busboy says "Unexpected end of form", Go "unexpected EOF". PHP and Django take a last value there, so the \
        fault passes tests against them, and lose a last file; python-multipart loses the last field.
        """
    let hint = "Append the close delimiter to the body first, then count the bytes."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸55⏎"),
                remark: "CRLF, the close delimiter and its CRLF: 14 bytes"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸57⏎"),
                remark: "the close delimiter and its CRLF: 12 bytes"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "--AaB03x--⏎"),
                remark: "the close delimiter is counted; what follows is a second one"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context),
            let fault = discrepancy.faults.first(where: { $0.kind == .closeDelimiter })
        else { return }
        report.add(self, Self.message(discrepancy, fault), at: discrepancy.place, in: .head)
    }

    private static func message(_ discrepancy: LengthDiscrepancy, _ fault: LengthFault) -> String {
        discrepancy.statement(for: fault) + "the close delimiter is not counted"
    }
}
