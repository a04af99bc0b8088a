import Exchanges
import Inspection

/// `length/piece-not-counted`: whole pieces of the body are missing from the count, such as the file.
struct LengthPieceNotCounted: Rule {
    let id = "length/piece-not-counted"
    let title = "Content-Length leaves pieces of the body out"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .rfc(9112, "6.3")]
    let rationale = """
        The length was taken before the body was complete, or of only some of its pieces: for example of the text \
        before the file, or of the parts without their delimiters. The server stops there and reads the rest as the \
        next request: busboy says "Unexpected end of form", Go "unexpected EOF".
        """
    let hint = "Build the whole body first, then take the number of its bytes."
    let advice = Sender.lengthAdvice
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸168⏎", RuleExample.fieldAndFile("1")),
                remark: "176 bytes, of which the file has 8"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸154⏎", RuleExample.fieldAndFile("1")),
                remark: "neither the file nor the close delimiter is counted"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 176⏎", RuleExample.fieldAndFile("1")),
                remark: "every byte is counted"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 167⏎", RuleExample.fieldAndFile("1")),
                remark: "nine bytes too short, which is the size of nothing in it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context) else { return }
        for fault in discrepancy.faults {
            guard case .uncounted(let what) = fault.kind else { continue }
            report.add(self, Self.message(discrepancy, fault, what), at: discrepancy.place, in: .head)
        }
    }

    private static func message(
        _ discrepancy: LengthDiscrepancy,
        _ fault: LengthFault,
        _ what: String
    ) -> String {
        discrepancy.statement(for: fault) + "\(what) is not counted"
    }
}
