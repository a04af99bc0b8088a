import Bytes
import Forms

/// `part-header/no-colon`: a header line without a colon.
struct PartHeaderNoColon: Rule {
    let id = "part-header/no-colon"
    let title = "header line without a colon"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), .rfc(9112, "5")]
    let rationale = """
        A header line is a name, a colon and a value. Go says "malformed MIME header: missing colon", busboy, \
        python-multipart and defnull's multipart reject the form as well, and ModSecurity blocks it. Most often the \
        line is content that lacks the blank line before it, or the rest of a filename with a line break in it.
        """
    let hint = """
        Write each header line as `Name: value`, end the last with CRLF, and put one empty line before the content.
        """
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.missingColon)

    let examples: [RuleExample] = [
        .violating(header: #"▸Foo bar⏎Content-Disposition: form-data; name="a""#),
        .nearMiss(
            header: #"Content-Disposition: form-data;⏎␠name="a""#,
            remark: "a continuation line has no colon of its own"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines
            where line.colon == nil && !line.name.isEmpty && line.ending != .none {
                found.add(Self.message(part.shown(line.name)), at: line.name, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ line: String) -> String {
        "the header line `\(line)` has no colon"
    }
}
