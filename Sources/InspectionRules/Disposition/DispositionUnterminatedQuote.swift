import Bytes
import Forms
import Inspection

/// `disposition/unterminated-quote`: a quoted value that is never closed.
struct DispositionUnterminatedQuote: Rule {
    let id = "disposition/unterminated-quote"
    let title = "quote that is never closed"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.4")]
    let rationale = """
        A quoted value ends with a double quote. Without it busboy and Go lose the part, Django and python-multipart \
        keep the opening quote in the name, Werkzeug, Rack and Python's multipart find no name; PHP reads it as \
        meant.
        """
    let hint = "Close the quote before the line ends."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name=▸"a"#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a\"""#,
                remark: "escaped, closed"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a\""#,
                remark: "swallowed: another rule"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where parameter.quoting == .unterminated && part.swallowedQuote(in: parameter) == nil {
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(parameter.value)),
                    at: (parameter.value.lowerBound - 1)..<parameter.value.upperBound,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ value: String) -> String {
        "the quote that opens the \(name) `\(value)` is not closed on its line"
    }
}
