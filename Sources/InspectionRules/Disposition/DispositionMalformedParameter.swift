import Bytes
import Forms
import Inspection

/// `disposition/malformed-parameter`: a parameter that is not a name, an equals sign and a value.
struct DispositionMalformedParameter: Rule {
    let id = "disposition/malformed-parameter"
    let title = "parameter that is not name=value"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.6"), .rfc(2183, "2")]
    let rationale = """
        A parameter is a name, `=` and a value, and a value that is no token stands in double quotes. Any other text is \
        no parameter: the name or the filename in it is lost, or the whole part.
        """
    let hint = #"Write each parameter as `name="value"`."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="f"; ▸filename: "x.txt""#,
                remark: "a colon"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; ▸filename "x.txt""#,
                remark: "only a blank"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; ▸"filename"="x.txt""#,
                remark: "quotes around the name"
            ),
            .violating(
                header: #"Content-Disposition: form-data; ▸name=&quot;a&quot;"#,
                remark: "quotes of HTML"
            ),
            .violating(header: #"Content-Disposition: form-data; name="f"; ▸filename"#, remark: "no value"),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="f"; filename="x.txt"; ▸Content-Type: text/plain"#,
                remark: "a field that should be on a line of its own"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; size=3"#,
                remark: "another parameter"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="na";me.txt""#,
                remark: "a quote that was not escaped: another rule reports it"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a: &quot;b&quot;.txt""#,
                remark: "the same within quotes"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition,
                let first = part.malformedParameters(in: disposition).first,
                first.kind != .text || !part.hasOpenValue(in: disposition, before: first.range.lowerBound)
            else { continue }
            found.add(
                Self.message(first, in: part),
                at: first.range,
                part: part.number,
                hint: Self.hint(first)
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ parameter: MalformedParameter, in part: BodyPart) -> String {
        let text = part.shown(parameter.range)
        let label = parameter.label.map { part.shown($0) }
        switch parameter.kind {
        case .colon: return "a colon stands where `=` belongs in `\(text)`"
        case .missingEquals:
            return "`=` is missing between the name of a parameter and its value in `\(text)`"
        case .quotedName:
            return "the name of the parameter `\(text)` stands in quotes, which belong around its value only"
        case .encodedQuotes:
            return
                "the quotes around the \(label ?? "value") are written as in HTML, `\(text)`: none of it is a quote in a header"
        case .field:
            return
                "the field `\(text)` stands among the parameters of Content-Disposition: the line break before it is missing"
        case .text: return "the parameter `\(text)` has no `=` and no value"
        }
    }

    private static func hint(_ parameter: MalformedParameter) -> String? {
        switch parameter.kind {
        case .encodedQuotes:
            "Do not escape the text of a header as HTML: write the double quotes themselves, and one inside a name as `%22`."
        case .field: "Write CR LF in the place of the semicolon before it."
        case .colon, .missingEquals, .quotedName, .text: nil
        }
    }
}

extension BodyPart {
    /// Whether a parameter before an offset has a value that goes on after its end: what follows is no parameter then.
    fileprivate func hasOpenValue(in disposition: ContentDisposition, before offset: Int) -> Bool {
        let parameters = disposition.value.parameters
        return parameters.indices.contains { index in
            let parameter = parameters[index]
            guard parameter.range.lowerBound < offset else { return false }
            let next = index + 1 < parameters.count ? parameters[index + 1] : nil
            return parameter.quoting == .unterminated || swallowedQuote(in: parameter) != nil
                || header[parameter.name].last == UInt8(ascii: "*")
                || strayQuote(after: parameter, before: next, in: disposition) != nil
        }
    }
}
