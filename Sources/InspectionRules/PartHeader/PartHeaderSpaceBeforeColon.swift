import Bytes
import Forms
import Inspection

/// `part-header/space-before-colon`: blanks between a field name and its colon.
struct PartHeaderSpaceBeforeColon: Rule {
    let id = "part-header/space-before-colon"
    let title = "blank before a header line's colon"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "5.1")]
    let rationale = """
        The colon follows the name directly. Go, PHP and Django do not recognise a Content-Disposition \
        written so and lose the part; busboy and python-multipart reject the form; ModSecurity blocks it; \
        Werkzeug reads it as meant.
        """
    let hint = "Remove the blank before the colon; one after it is allowed."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.spaceBeforeColon)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition▸ : form-data; name="a""#),
            .nearMiss(
                header: #"Content-Disposition:␠␠form-data; name="a""#,
                remark: "blanks after the colon"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where !line.name.isEmpty {
                guard let colon = line.colon, line.name.upperBound < colon else { continue }
                found.add(
                    Self.message(part.shown(line.name)),
                    at: line.name.upperBound..<colon,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String) -> String {
        "there is a blank between `\(name)` and its colon"
    }
}
