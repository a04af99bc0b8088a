import Bytes
import Forms
import Inspection

/// `disposition/parameter-case`: `name` or `filename` in unusual letter case.
struct DispositionParameterCase: Rule {
    let id = "disposition/parameter-case"
    let title = "parameter name not in lowercase"
    let severity = Severity.note
    let clauses = [Clause.rfc(2045, "5.1")]
    let rationale = """
        Parameter names are the same in any letter case, and most form parsers agree; ModSecurity and libhtp compare \
        exactly, do not find the name, and block or mark the part.
        """
    let hint = "Write `name` and `filename` in lowercase."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; ▸NAME="a""#),
            .violating(header: #"Content-Disposition: form-data; name="a"; ▸FileName="x.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="NAME""#,
                remark: "values may have any case"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where part.isLabel(parameter)
                && part.header[parameter.name].contains(where: { $0 != $0.lowercased })
            {
                found.add(Self.message(part.shown(parameter.name)), at: parameter.name, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String) -> String {
        "a parameter is written `\(name)`"
    }
}
