import Exchanges
import Forms
import Inspection

/// `line/bare-lf-everywhere`: a body whose structure has no line end but bare LF.
struct LineBareLFEverywhere: Rule {
    let id = "line/bare-lf-everywhere"
    let title = "all line ends are bare LF"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3.3"), .rfc(2046, "5.1.1")]
    let rationale = """
        Between parts a sender must write CRLF and nothing else. Go, PHP and Werkzeug read an all-LF body; busboy, \
        python-multipart, defnull's multipart, Rack (EOFError), Tomcat and ASP.NET ("Line length limit 100 exceeded") \
        refuse it, and Django sees a form without fields.
        """
    let hint = """
        Write CR LF after delimiters, header lines, blank lines and content; where the body comes from a text file or a \
        here-document, convert its line ends first.
        """
    let needs = Fidelity.body
    let advice: [Sender: String] = [
        .apple: "Write `\\r\\n` at the end of each line: a multi-line string literal of Swift has LF alone."
    ]
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x▸␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␊l2␊⏎--AaB03x--⏎",
                remark: "LF only inside content"
            ),
            .nearMiss(
                "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1⏎--AaB03x--␊",
                remark: "one CRLF among them: mixed"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.partCount > 0 else { return }
        let ends = StructuralLineEnds(form)
        guard ends.lf.count == ends.count, let first = ends.lf.first else { return }
        report.add(self, Self.message(ends.count), at: first)
    }

    private static func message(_ count: Int) -> String {
        "all \(count) line ends at delimiters and part headers are bare LF, not one is CRLF"
    }
}
