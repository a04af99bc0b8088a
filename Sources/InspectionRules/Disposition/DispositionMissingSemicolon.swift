import Bytes
import Forms
import Inspection

/// `disposition/missing-semicolon`: nothing, or a comma, between the disposition type and its first parameter.
struct DispositionMissingSemicolon: Rule {
    let id = "disposition/missing-semicolon"
    let title = "no semicolon after the disposition type"
    let severity = Severity.error
    let clauses = [Clause.rfc(2183, "2")]
    let rationale = """
        Parameters are separated by semicolons. PHP drops all fields of the form, Starlette and Python's multipart \
        reject it, ModSecurity blocks it, busboy, Django and Go lose the part, and Werkzeug finds no name.
        """
    let hint = "Write a semicolon after `form-data` and between the parameters."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data▸ name="a""#),
            .violating(
                header: #"Content-Disposition: form-data▸, name="a""#,
                remark: "a comma is not a semicolon"
            ),
            .nearMiss(header: #"Content-Disposition: form-data;name="a""#, remark: "no blank is needed"),
            .nearMiss(header: #"Content-Disposition: form-data ; name="a""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition, disposition.value.separator != .semicolon else {
                continue
            }
            let start = disposition.value.leading.upperBound
            let end =
                disposition.value.parameters.first?.range.lowerBound ?? disposition.line.value.upperBound
            found.add(
                Self.message(part.shown(disposition.line.value), disposition.value.separator),
                at: start..<max(start, end),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ value: String, _ separator: ParameterizedValue.Separator) -> String {
        separator == .comma
            ? "a comma stands where a semicolon must follow the disposition type in `\(value)`"
            : "no semicolon follows the disposition type in `\(value)`"
    }
}
