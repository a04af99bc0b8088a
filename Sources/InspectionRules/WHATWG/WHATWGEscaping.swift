import Bytes
import Forms
import Inspection

/// `whatwg/escaping`: a quote, CR or LF in a name that browsers write as a percent escape.
struct WHATWGEscaping: Rule {
    let id = "whatwg/escaping"
    let title = "character in a name that browsers escape"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        In names and filenames browsers write a quote as `%22`, CR as `%0D`, LF as `%0A`, and nothing else is escaped; \
        backslashes stand for themselves.
        """
    let hint = "Replace `\"` by `%22`, CR by `%0D` and LF by `%0A`; escape nothing else."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = [
        .irregularDisposition, .irregularHeader, .irregularLine, .header(.nonPrintableByte),
    ]

    var examples: [RuleExample] {
        [
            .violating(
                header:
                    #"Content-Disposition: form-data; name="f"; filename="a\▸"b.txt"⏎Content-Type: text/plain"#,
                remark: "escaped by a backslash"
            ),
            .violating(header: "Content-Disposition: form-data; name=\"a▸␊b\"", remark: "a bare LF"),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a%22b%0D%0A\""),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a\b""#,
                remark: "a backslash is not an escape"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for parameter in part.disposition?.value.parameters ?? [] where part.isLabel(parameter) {
                let value = part.header[parameter.value]
                guard let index = value.firstIndex(where: EscapedText.isEscapedByBrowsers) else { continue }
                let offset = parameter.value.lowerBound + (index - value.startIndex)
                let escape =
                    switch value[index] {
                    case 0x22: "%22"
                    case 0x0D: "%0D"
                    default: "%0A"
                    }
                found.add(
                    "browsers write `\(escape)` for this character of the \(part.shown(parameter.name))",
                    at: offset..<(offset + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }
}
