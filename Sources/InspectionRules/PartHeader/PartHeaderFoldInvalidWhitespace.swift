import Bytes
import Forms
import Inspection

/// `part-header/fold-invalid-whitespace`: a continuation line that begins with a vertical tab or a form feed.
struct PartHeaderFoldInvalidWhitespace: Rule {
    let id = "part-header/fold-invalid-whitespace"
    let title = "header line folded with a wrong blank"
    let severity = Severity.error
    let clauses = [Clause.rfc(822, "3.3")]
    let rationale = """
        Only a space or a tab continues a header line. PHP, Rack and libhtp accept a vertical tab as well, \
        ModSecurity's strict rules block it, Django loses the field, Werkzeug finds no name, and busboy, Go, \
        python-multipart and Python's multipart reject the form. The difference can be used to get past filters.
        """
    let hint = "Write the whole header on one line."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.foldedLine)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data;⏎▸⟨0B⟩ name="a""#, remark: "a vertical tab"),
            .violating(header: #"Content-Disposition: form-data;⏎▸⟨0C⟩name="a""#, remark: "a form feed"),
            .nearMiss(
                header: #"Content-Disposition: form-data;⏎␉name="a""#,
                remark: "a tab is a proper fold"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.foldCount > 0 {
                guard let start = part.header.firstContinuation(of: line, where: Self.isWrong) else {
                    continue
                }
                let byte = part.header[start..<(start + 1)].first ?? 0
                found.add(
                    Self.message(part.shown(line.name), byte),
                    at: start..<(start + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func isWrong(_ byte: UInt8) -> Bool { byte == 0x0B || byte == 0x0C }

    private static func message(_ name: String, _ byte: UInt8) -> String {
        "the line after the part's `\(name)` begins with `\(PrintableText.text([byte]))`, which continues no line"
    }
}
