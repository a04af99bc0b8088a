import Bytes
import Exchanges
import Forms
import Inspection

/// `part-header/control-char`: a control character in the value of a header line.
struct PartHeaderControlChar: Rule {
    let id = "part-header/control-char"
    let title = "control character in a header line"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "5.5")]
    let rationale = """
        Of the control characters only the tab may stand in a field value. busboy rejects the form and ModSecurity \
        blocks it; where such a byte follows a closing quote, Go loses the part, and Django and python-multipart \
        read the quotes as part of the name.
        """
    let hint = "Strip control characters from names and filenames before they are written."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"▸⟨01⟩"#),
            .violating(header: #"Content-Disposition: form-data; name="a▸⟨7F⟩b""#, remark: "DEL"),
            .nearMiss(header: #"Content-Disposition: form-data;␉name="a""#, remark: "a tab"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.colon != nil {
                let value = part.header[line.value]
                guard let index = value.indices.first(where: { Self.isFault(at: $0, in: value) }) else {
                    continue
                }
                let offset = line.value.lowerBound + (index - value.startIndex)
                found.add(
                    Self.message(part.shown(line.name), value[index]),
                    at: offset..<(offset + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// NUL, line breaks, and what begins a wrongly folded line have rules of their own.
    private static func isFault(at index: Int, in value: ArraySlice<UInt8>) -> Bool {
        let byte = value[index]
        guard byte.isControl, byte != 0, byte != 0x09, !byte.isLineBreak else { return false }
        return index == value.startIndex || !value[index - 1].isLineBreak
    }

    private static func message(_ name: String, _ byte: UInt8) -> String {
        "the part's `\(name)` holds the control character `\(PrintableText.text([byte]))`"
    }
}
