import Bytes
import Exchanges
import Forms
import Inspection

/// `line/lf-in-part-headers`: a header line, or the blank line after them, that ends in a bare LF.
struct LineLFInPartHeaders: Rule {
    let id = "line/lf-in-part-headers"
    let title = "header line or blank line of a part ends in a bare LF"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), .rfc(9110, "8.3.3")]
    let rationale = """
        The header lines of a part end in CRLF, and so does the blank line after them. With LF alone busboy, \
        python-multipart ("Found invalid character") and defnull's multipart refuse the form, Django reads other fields \
        from it; Go, PHP and mostly Werkzeug accept it.
        """
    let hint = "End the header lines of each part and the blank line after them with CR LF."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularLine

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"▸␊⏎1⏎--AaB03x--⏎",
                remark: "the header line"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸␊1⏎--AaB03x--⏎",
                remark: "the blank line"
            ),
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"▸␊␊1⏎--AaB03x--⏎", remark: "both"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎␊1⏎--AaB03x--⏎",
                remark: "content begins with LF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a␊b\"⏎⏎1⏎--AaB03x--⏎",
                remark: "an LF inside a file name is that parameter's fault"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts {
            part.forEachHeaderLineEnd { ending, end in
                if ending == .lf {
                    found.add(Self.message(part, end), at: (end - 1)..<end, part: part.number)
                }
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ end: Int) -> String {
        let line = part.header.lines.first { $0.range.upperBound == end }
        let what =
            line.map { "the header line `\(PrintableText.text(part.header[$0.range], limit: 80))`" }
            ?? "the blank line"
        return "\(what) of part \(part.number) ends in a bare LF"
    }
}
