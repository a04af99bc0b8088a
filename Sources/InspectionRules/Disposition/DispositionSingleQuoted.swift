import Bytes
import Forms
import Inspection

/// `disposition/single-quoted`: a value between apostrophes.
struct DispositionSingleQuoted: Rule {
    let id = "disposition/single-quoted"
    let title = "value between apostrophes"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "5.6.4")]
    let rationale = """
        Apostrophes are not quotes: the field is named `'a'`, apostrophes included, in Go, busboy, Werkzeug, Django \
        and python-multipart, while PHP strips them, and ModSecurity blocks the form.
        """
    let hint = "Use double quotes."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: form-data; name=▸'a'"),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="it's""#,
                remark: "an apostrophe in a name"
            ),
            .nearMiss(header: "Content-Disposition: form-data; name=it's"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where parameter.quoting == .bare && part.isLabel(parameter) {
                let value = part.header[parameter.value]
                guard value.first == UInt8(ascii: "'") else { continue }
                // Where the apostrophe is not closed, or a blank stands inside, the grammar is broken as well.
                let isClosed = value.count > 1 && value.last == UInt8(ascii: "'")
                let isToken = value.allSatisfy(\.isTokenCharacter)
                guard isClosed || !isToken else { continue }
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value)),
                    at: parameter.value,
                    part: part.number,
                    severity: isToken ? nil : .error
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ value: String) -> String {
        "the \(name) is `\(value)`, apostrophes included, to most receivers"
    }
}
