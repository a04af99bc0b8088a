import Bytes
import Forms
import Inspection

/// `part-header/empty-name`: a header line that begins with its colon.
struct PartHeaderEmptyName: Rule {
    let id = "part-header/empty-name"
    let title = "header line without a name"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.1")]
    let rationale = """
        A field name has at least one character. busboy, python-multipart and defnull's multipart reject the form, \
        ModSecurity blocks it, Go takes it.
        """
    let hint = "Leave the line out, or write the field's name before the colon."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.emptyFieldName)

    var examples: [RuleExample] {
        [
            .violating(header: #"▸: x⏎Content-Disposition: form-data; name="a""#),
            .nearMiss(
                header: #"X: :x⏎Content-Disposition: form-data; name="a""#,
                remark: "a colon in a value"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.name.isEmpty {
                guard let colon = line.colon else { continue }
                found.add(Self.message(part.shown(line.value)), at: colon..<(colon + 1), part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ value: String) -> String {
        "the header line with the value `\(value)` has no name before its colon"
    }
}
