import Exchanges
import Inspection

/// `length/equals-file-size`: Content-Length is the size of a part's content, not of the body.
struct LengthEqualsFileSize: Rule {
    let id = "length/equals-file-size"
    let title = "Content-Length is the size of the file"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .rfc(9112, "6.3")]
    let rationale = """
        The body of an upload is more than the file: delimiters and part headers count too. With the size of the \
        file as Content-Length, the server reads the first delimiter and header lines, the file without its last \
        bytes, and no end of the form.
        """
    let hint =
        "Count delimiters, part headers and line breaks too, or leave Content-Length to the HTTP library."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸20⏎", RuleExample.field("12345678901234567890")),
                remark: "the value has 20 bytes, the body 88"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 21⏎", RuleExample.field("12345678901234567890")),
                remark: "too short, but not the size of a part"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context) else { return }
        for fault in discrepancy.faults {
            guard case .contents(let what) = fault.kind else { continue }
            report.add(self, Self.message(discrepancy, what), at: discrepancy.place, in: .head)
        }
    }

    private static func message(_ discrepancy: LengthDiscrepancy, _ what: String) -> String {
        discrepancy.statement + ": \(discrepancy.declared) is the size of \(what)"
    }
}
