import Bytes
import Forms
import Inspection

/// `boundary/midline-in-content`: the delimiter's text in the middle of a line of content, or indented there.
struct BoundaryMidlineInContent: Rule {
    let id = "boundary/midline-in-content"
    let title = "delimiter's text within a line of data"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [
        Clause.practice("Django ends a part at the delimiter's text, wherever in a line it stands")
    ]
    let rationale = """
        Legal, since a delimiter begins a line (RFC 2046 §5.1.1), and most receivers read on. Django 5.2 cuts the \
        value off at this place, CGI.pm and Sanic lose the whole value, and Node.js and BlackSheep refuse the form.
        """
    let hint = "Generate a random boundary for each request, so that it does not occur in the data."
    let concerns: FormTraits = .occurrence

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x ▸--AaB03x y⏎--AaB03x--⏎",
                remark: "legal, and cut off by Django"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x AaB03x y⏎--AaB03x--⏎",
                remark: "the boundary without the two dashes"
            ),
            .nearMiss(
                "see --AaB03x below⏎" + RuleExample.oneField(),
                remark: "before the first part"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form,
            let found = ContentOccurrences(in: form, where: { $0 == .midline || $0 == .indented })
        else { return }
        report.add(self, Self.message(found, form), at: found.first.text, part: found.first.part)
    }

    private static func message(_ found: ContentOccurrences, _ form: Form) -> String {
        "the delimiter's text `\(PrintableText.text(form.delimiterText, limit: 80))` stands within a line of part "
            + "\(found.first.part ?? 0)\(found.others)"
    }
}
