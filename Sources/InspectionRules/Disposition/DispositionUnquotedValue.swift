import Bytes
import Forms
import Inspection

/// `disposition/unquoted-value`: a name or filename without quotes.
struct DispositionUnquotedValue: Rule {
    let id = "disposition/unquoted-value"
    let title = "name or filename without quotes"
    let severity = Severity.note
    let clauses = [Clause.rfc(2183, "2"), .whatwgEncoding]
    let rationale = """
        A value that is a token may stand without quotes, and .NET's HttpClient writes names so. Browsers always \
        quote; libhtp marks the bare form as a syntax error, and receivers that look for `name="` find no field.
        """
    let hint = #"Put the value in double quotes: `name="…"`."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: form-data; name=▸a"),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename=▸x.txt"#),
            .nearMiss(header: #"Content-Disposition: form-data; name="a""#),
            .nearMiss(header: "Content-Disposition: form-data; name=a b", remark: "no token: an error"),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"; size=3"#,
                remark: "neither of the two"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where parameter.quoting == .bare && part.isLabel(parameter) {
                let value = part.header[parameter.value]
                let isInApostrophes =
                    value.count > 1 && value.first == UInt8(ascii: "'") && value.last == UInt8(ascii: "'")
                guard !value.isEmpty, !isInApostrophes, value.allSatisfy(\.isTokenCharacter)
                else { continue }
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value)),
                    at: parameter.value,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ value: String) -> String {
        "the \(name) `\(value)` is written without quotes"
    }
}
