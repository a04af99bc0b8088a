import Exchanges
import Forms
import Inspection

/// `line/mixed`: more than one kind of line end in the structure of a body.
struct LineMixed: Rule {
    let id = "line/mixed"
    let title = "line ends mixed"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3.3"), .rfc(2046, "5.1.1")]
    let rationale = """
        Receivers disagree on each line end at a delimiter or in a part header that is not CRLF: PHP, Werkzeug and \
        Django accept a bare LF before a delimiter, Go, busboy and python-multipart do not. ModSecurity's strict \
        rules block bodies that mix them. Two pieces of code write this body, and one of them writes LF.
        """
    let hint = "Find the code that writes the line named here, and let it write CR LF like the rest."
    let needs = Fidelity.body
    let concerns: FormTraits = [.irregularDelimiter, .irregularLine]

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸␊--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"▸␊␊1⏎--AaB03x--⏎",
                remark: "in a part's header"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␊l2⏎--AaB03x--⏎",
                remark: "LF inside content"
            ),
            .nearMiss(
                "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊",
                remark: "LF everywhere"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let ends = StructuralLineEnds(form)
        let kinds = [ends.crlf, ends.lf, ends.cr].count { $0.count > 0 }
        guard kinds > 1 else { return }
        let odd = [ends.lf, ends.cr].filter { $0.count > 0 }
            .min { ($0.first?.lowerBound ?? 0) < ($1.first?.lowerBound ?? 0) }
        guard let odd, let first = odd.first else { return }
        report.add(self, Self.message(ends), at: first, part: odd.part)
    }

    private static func message(_ ends: StructuralLineEnds) -> String {
        var counts: [String] = []
        if ends.crlf.count > 0 { counts.append("\(ends.crlf.count) CRLF") }
        if ends.lf.count > 0 { counts.append("\(ends.lf.count) bare LF") }
        if ends.cr.count > 0 { counts.append("\(ends.cr.count) bare CR") }
        return "the line ends at delimiters and part headers are mixed: " + counts.joined(separator: ", ")
    }
}
