import Bytes
import Forms
import Inspection

/// `boundary/prefix-in-content`: a line of content begins with the delimiter and goes on.
struct BoundaryPrefixInContent: Rule {
    let id = "boundary/prefix-in-content"
    let title = "line of data that begins with the delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), Clause.rfc(2046, "5.1.1")]
    let rationale = """
        RFC 2046 forbids the delimiter even as the beginning of a longer line, because receivers split there: PHP, \
        busboy, Django and libhtp do; defnull's multipart and ModSecurity fail; Go, python-multipart and Werkzeug \
        do not split. The same bytes are read as two different forms.
        """
    let hint =
        "Generate a random boundary for each request; a boundary must not be the beginning of another one."
    let concerns: FormTraits = .occurrence

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎▸--AaB03xyz⏎l2⏎--AaB03x--⏎",
                remark: "the line is longer than the delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎--AaB03⏎l2⏎--AaB03x--⏎",
                remark: "the line is shorter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x --AaB03xyz⏎--AaB03x--⏎",
                remark: "in the middle of a line another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let found = ContentOccurrences(in: form, where: { $0 == .linePrefix })
        else { return }
        report.add(self, Self.message(found, form), at: found.first.text, part: found.first.part)
    }

    private static func message(_ found: ContentOccurrences, _ form: Form) -> String {
        "the line `\(PrintableText.text(found.first.line))` in part \(found.first.part ?? 0) begins with the delimiter "
            + "`\(PrintableText.text(form.delimiterText, limit: 80))`\(found.others)"
    }
}
