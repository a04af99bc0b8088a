import Bytes
import Forms
import Inspection

/// `disposition/percent-ambiguous`: a name with `%22`, `%0D` or `%0A` in it.
struct DispositionPercentAmbiguous: Rule {
    let id = "disposition/percent-ambiguous"
    let title = "escape that cannot be told from text"
    let severity = Severity.note
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        Browsers write a quote as `%22`, CR as `%0D` and LF as `%0A`, and leave percent signs as they are, so it is \
        not known whether the name held the character or the three characters of the escape. Rack and defnull's \
        multipart decode all three, Werkzeug `%22`, most others store the text.
        """
    let hint =
        "Nothing needs to change; a receiver that must know the exact name should take it from another field."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸%22b%0D%0A.txt""#),
            .violating(header: #"Content-Disposition: form-data; name="we▸%22ird""#),
            .violating(header: #"Content-Disposition: form-data; name="a▸%0db""#, remark: "in lowercase"),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="100%.txt""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a%20b.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="na%22me%C3%A9.txt""#,
                remark: "everything is percent-encoded: another rule"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters where part.isLabel(parameter) {
                let value = part.header[parameter.value]
                guard let index = value.indices.first(where: { Self.isAmbiguous(at: $0, in: value) }),
                    EscapedText.percentDecoded(value) == nil
                else { continue }
                let offset = parameter.value.lowerBound + (index - value.startIndex)
                let range = offset..<(offset + 3)
                found.add(
                    Self.message(
                        part.shown(parameter.name),
                        part.shown(parameter.value),
                        part.shown(range)
                    ),
                    at: range,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func isAmbiguous(at index: Int, in value: ArraySlice<UInt8>) -> Bool {
        EscapedText.percentEscape(at: index, in: value).map(EscapedText.isEscapedByBrowsers) ?? false
    }

    private static func message(_ name: String, _ value: String, _ escape: String) -> String {
        "`\(escape)` in the \(name) `\(value)` may stand for a character or for itself"
    }
}
