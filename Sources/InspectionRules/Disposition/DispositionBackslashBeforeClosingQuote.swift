import Bytes
import Forms
import Inspection

/// `disposition/backslash-before-closing-quote`: a value that ends in a backslash, which swallows its closing quote.
struct DispositionBackslashBeforeClosingQuote: Rule {
    let id = "disposition/backslash-before-closing-quote"
    let title = "backslash before the closing quote"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.4")]
    let rationale = """
        A backslash escapes the quote after it, so that the value never ends, or ends at the next parameter's opening \
        quote. busboy and Go lose the part, Django loses a file, Werkzeug finds no name or filename, and PHP reads the \
        quote as part of it.
        """
    let hint = "Send the base name without its directory; a backslash at the end is then not left."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸\""#),
            .violating(
                header: #"Content-Disposition: form-data; filename="C:\dir▸\"; name="f""#,
                remark: "the value runs on into the next parameter"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a\\""#,
                remark: "escaped itself"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a\"""#,
                remark: "an escaped quote"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters {
                guard let quote = part.swallowedQuote(in: parameter) else { continue }
                found.add(
                    Self.message(
                        part.shown(parameter.name),
                        part.shown(parameter.value.lowerBound..<quote)
                    ),
                    at: (quote - 1)..<(quote + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ value: String) -> String {
        "the backslash at the end of the \(name) `\(value)` escapes its closing quote"
    }
}
