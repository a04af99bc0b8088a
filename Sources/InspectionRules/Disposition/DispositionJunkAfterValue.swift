import Bytes
package import Forms
import Inspection

/// `disposition/junk-after-value`: bytes between a closing quote and the next semicolon.
struct DispositionJunkAfterValue: Rule {
    let id = "disposition/junk-after-value"
    let title = "text after a quoted value"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.6")]
    let rationale = """
        After the closing quote only a semicolon or the end of the line may follow. busboy and Go lose the part; \
        Django and python-multipart read the rest of the line as part of the value, quotes included; PHP, Rack and \
        Werkzeug ignore the rest. Without a semicolon before `filename`, only multiparty, cgicc and Node.js find a \
        file. ModSecurity blocks the form.
        """
    let hint = "Separate parameters by semicolons, and write a quote inside a value as `%22`."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"▸b"#),
            .violating(
                header: #"Content-Disposition: form-data; name="a" ▸filename="x.txt""#,
                remark: "a semicolon is missing"
            ),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="f"; filename="x.png"▸Content-Type: image/png"#,
                remark: "a line break is missing"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a" ; filename="x.txt""#,
                remark: "only a blank"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a"b.txt""#,
                remark: "a quote that was not escaped is another matter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            let parameters = disposition.value.parameters
            for (index, parameter) in parameters.enumerated() where !parameter.junk.isEmpty {
                let next = index + 1 < parameters.count ? parameters[index + 1] : nil
                // A control character has a rule of its own, and so has a quote that was not escaped.
                guard let first = part.header[parameter.junk].first, !first.isControl,
                    part.swallowedQuote(in: parameter) == nil,
                    part.strayQuote(after: parameter, before: next, in: disposition) == nil
                else { continue }
                let isField = part.isField(parameter.junk)
                found.add(
                    Self.message(
                        part.shown(parameter.name),
                        part.shown(parameter.value),
                        part.shown(parameter.junk),
                        isField: isField
                    ),
                    at: parameter.junk,
                    part: part.number,
                    hint: isField ? Self.fieldHint : nil
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// How to separate a field that follows the quote.
    static let fieldHint = "Write CR LF after the closing quote: each field of a part has a line of its own."

    private static func message(_ name: String, _ value: String, _ junk: String, isField: Bool) -> String {
        let place = "follows the closing quote of the \(name) `\(value)`"
        return isField
            ? "the field `\(junk)` \(place): the line break before it is missing" : "`\(junk)` \(place)"
    }
}

extension BodyPart {
    /// Whether bytes of a header line after a closing quote are a field, whose line break is missing.
    package func isField(_ junk: Range<Int>) -> Bool {
        let text = header[junk].drop(while: \.isBlank)
        return text.startsIgnoringCase(with: "content-") && text.contains(UInt8(ascii: ":"))
    }
}
