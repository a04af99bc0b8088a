import Bytes
import Exchanges
import Forms
import Inspection

/// `boundary/lf-line-in-content`: the delimiter after a bare LF, or a bare CR, in content.
struct BoundaryLFLineInContent: Rule {
    let id = "boundary/lf-line-in-content"
    let title = "delimiter after a bare line break in the data"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter follows CR LF, so these bytes are data. PHP, Werkzeug, Django, libhtp and ModSecurity accept LF \
        and split here; Go, busboy, python-multipart and defnull's multipart do not. Either the data contains the \
        boundary by accident, or it was made to get a part past a firewall.
        """
    let hint =
        "Generate a random boundary for each request; if the client did, check where the data comes from."
    let needs = Fidelity.body
    let concerns: FormTraits = .occurrence

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␊▸--AaB03x␊l2⏎--AaB03x--⏎",
                remark: "no header line follows, so it is data"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␊--␊--other␊l2⏎--AaB03x--⏎",
                remark: "other lines of dashes"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form,
            let found = ContentOccurrences(in: form, where: { $0 == .bareLineBreak })
        else { return }
        report.add(self, Self.message(found, form), at: found.first.text, part: found.first.part)
    }

    private static func message(_ found: ContentOccurrences, _ form: Form) -> String {
        let place = found.first.text.lowerBound
        let lineBreak =
            switch form.kept[(place - 1)..<place]?.first {
            case 0x0A?: "bare LF"
            case 0x0D?: "bare CR"
            default: "bare line break"
            }
        return
            "a \(lineBreak) and the delimiter's text `\(PrintableText.text(form.delimiterText, limit: 80))` stand in "
            + "the data of part \(found.first.part ?? 0)\(found.others)"
    }
}
