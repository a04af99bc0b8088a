import Bytes
import Forms
import Inspection

/// `disposition/backslash-escape`: quotes or backslashes escaped by a backslash.
struct DispositionBackslashEscape: Rule {
    let id = "disposition/backslash-escape"
    let title = "escaping by backslash"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "5.6.4"), .whatwgEncoding]
    let rationale = """
        `\\"` and `\\\\` are the escapes of HTTP's grammar, and all servers tested decode them; but browsers write \
        `%22` and leave a backslash as it is, so a receiver made for browsers may keep the backslashes in the name.
        """
    let hint = "Nothing needs to change; to write names as browsers do, write `%22` for a quote."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸\"b.txt""#),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸\\b.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="C:\dir\x""#,
                remark: "a path"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="\\host\dir\x""#,
                remark: "a share"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a%22b""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where parameter.quoting == .quoted && parameter.hasBackslash && part.isLabel(parameter) {
                let value = part.header[parameter.value]
                guard part.swallowedQuote(in: parameter) == nil,
                    let escape = EscapedText.firstEscape(in: value)
                else { continue }
                let offset = parameter.value.lowerBound + (escape - value.startIndex)
                found.add(
                    Self.message(part.shown(parameter.name), part.shown(offset..<(offset + 2))),
                    at: offset..<(offset + 2),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ escape: String) -> String {
        "the \(name) is escaped by backslashes, as in `\(escape)`"
    }
}
