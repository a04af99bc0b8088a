import Bytes
import Forms

/// `part-header/obs-fold`: a header line that goes on in the next line.
struct PartHeaderObsFold: Rule {
    let id = "part-header/obs-fold"
    let title = "folded header line"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9112, "5.2")]
    let rationale = """
        Mail allows folded header lines, HTTP no longer does. python-multipart rejects the form, Django drops the \
        field, and ModSecurity's strict rules block it; Go, PHP, Rack, Werkzeug and busboy unfold the line.
        """
    let hint = "Write the whole header on one line, however long it gets."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.foldedLine)

    let examples: [RuleExample] = [
        .violating(header: #"Content-Disposition: form-data;⏎▸␠name="a""#),
        .nearMiss(
            header: #"Content-Disposition: form-data;␠␠␠name="a""#,
            remark: "blanks, but no line break"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.foldCount > 0 {
                guard let start = part.header.firstContinuation(of: line, where: \.isBlank) else { continue }
                let blanks = part.header[start..<line.range.upperBound].prefix { $0.isBlank }.count
                found.add(
                    Self.message(part.shown(line.name)),
                    at: start..<(start + blanks),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String) -> String {
        "the part's `\(name)` is folded over more than one line"
    }
}
