import Bytes
import Forms
import Inspection

/// `part-header/leading-whitespace`: a part's first header line is indented.
struct PartHeaderLeadingWhitespace: Rule {
    let id = "part-header/leading-whitespace"
    let title = "indented first header line"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "2.2")]
    let rationale = """
        A line that begins with a blank continues the line before it, but this is the first line. Go says \
        "malformed MIME header initial line", busboy, python-multipart and defnull's multipart reject the form, PHP \
        loses the field, and ModSecurity blocks the form.
        """
    let hint = "Begin the header line without blanks; an indented multi-line string is the usual cause."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.leadingWhitespace)

    var examples: [RuleExample] {
        [
            .violating(header: #"▸␠Content-Disposition: form-data; name="a""#),
            .violating(header: #"▸␉␠Content-Disposition: form-data; name="a""#, remark: "a tab counts too"),
            .nearMiss(
                header: #"Content-Disposition: form-data;⏎␠name="a""#,
                remark: "a later line that is indented is a fold"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            guard let line = part.header.lines.first, line.range.lowerBound < line.name.lowerBound else {
                continue
            }
            // Without a name the colon, or the line's end, is where the indentation ends.
            let blanks = part.header[line.range].prefix { $0.isBlank }.count
            guard blanks > 0 else { continue }
            let start = line.range.lowerBound
            found.add(
                Self.message(part.number, blanks, part.shown(line.name)),
                at: start..<(start + blanks),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ blanks: Int, _ name: String) -> String {
        "the first header line of part \(number), `\(name)`, is indented by \(blanks) byte\(blanks == 1 ? "" : "s")"
    }
}
