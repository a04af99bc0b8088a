import Exchanges
import Forms
import Inspection

/// `line/bare-cr-everywhere`: a body whose structure has no line end but bare CR.
struct LineBareCREverywhere: Rule {
    let id = "line/bare-cr-everywhere"
    let title = "all line ends are bare CR"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3.3"), .rfc(2046, "5.1.1")]
    let rationale = """
        Between parts a sender must write CRLF and nothing else. Go, busboy, python-multipart and defnull's multipart \
        refuse an all-CR body, PHP and Django see a form without fields, ModSecurity finds no boundary.
        """
    let hint = "Write CR LF after delimiters, header lines, blank lines and content, not CR alone."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x▸␍Content-Disposition: form-data; name=\"a\"␍␍1␍--AaB03x--␍"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␍l2⏎--AaB03x--⏎",
                remark: "CR only inside content"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.partCount > 0 else { return }
        let ends = StructuralLineEnds(form)
        guard ends.cr.count == ends.count, let first = ends.cr.first else { return }
        report.add(self, Self.message(ends.count), at: first)
    }

    private static func message(_ count: Int) -> String {
        "all \(count) line ends at delimiters and part headers are bare CR, not one is CRLF"
    }
}
