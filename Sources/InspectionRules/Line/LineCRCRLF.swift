import Exchanges
import Forms
import Inspection

/// `line/cr-cr-lf`: line ends that a text-mode writer has expanded twice.
struct LineCRCRLF: Rule {
    let id = "line/cr-cr-lf"
    let title = "CR CR LF as a line end"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), .rfc(9112, "2.2")]
    let rationale = """
        A writer in text mode, as on Windows, replaced the LF of a CR LF by CR LF. In a part's header Go, busboy, \
        python-multipart and defnull's multipart refuse the form, ModSecurity takes the rest for a folded header line, \
        and PHP and Django read other fields than Werkzeug does.
        """
    let hint = "Write the body through a stream in binary mode, or write LF where the stream expands it."
    let needs = Fidelity.body
    let concerns: FormTraits = [.irregularDelimiter, .irregularLine]

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"▸␍␍␊␍␍␊1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x▸␍␍␊Content-Disposition: form-data; name=\"a\"␍␍␊␍␍␊1␍␍␊--AaB03x--␍␍␊",
                remark: "everywhere"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎l1␍␍␊l2⏎--AaB03x--⏎",
                remark: "inside content"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎l1␍⏎--AaB03x--⏎",
                remark: "content that ends in CR"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let found = StructuralLineEnds(form).crcrlf
        guard let first = found.first else { return }
        report.add(self, Self.message(found), at: first, part: found.part)
    }

    private static func message(_ found: StructuralLineEnds.Kind) -> String {
        "the line ends in `␍␍␊` instead of `␍␊`: its LF was expanded twice"
            + Recurrence.words(forOthers: found.count - 1)
    }
}
