import Bytes
import Forms
import Inspection

/// `part/nested-unclosed`: a multipart within a part has no close delimiter.
struct PartNestedUnclosed: Rule {
    let id = "part/nested-unclosed"
    let title = "nested multipart without its end"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(2046, "5.1.2")]
    let rationale = """
        A multipart ends with its own close delimiter, also inside a part. A parser of the inner one does not find \
        its end, and may treat its last part as truncated.
        """
    let hint =
        "Write the inner close delimiter before the outer delimiter, or send each file as its own part."
    let concerns: FormTraits = .header(.multipartType)

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎Content-Type: multipart/mixed; boundary=IN⏎⏎"
                    + "--IN⏎Content-Disposition: file; filename=\"1.txt\"⏎⏎x▸⏎--AaB03x--⏎",
                remark: "the outer delimiter comes before the inner one's end"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎Content-Type: multipart/mixed; boundary=IN⏎⏎"
                    + "--IN⏎Content-Disposition: file; filename=\"1.txt\"⏎⏎x⏎--IN--⏎--AaB03x--⏎",
                remark: "closed"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎Content-Type: multipart/mixed; boundary=IN⏎⏎"
                    + "1⏎--AaB03x--⏎",
                remark: "no multipart, whatever the type says"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence()
        for part in form.parts where part.content.upperBound < form.length && part.facts.missingBytes == 0 {
            guard let type = part.mediaType, type.isMultipart,
                let inner = type.boundaries.first?.unescapedValue(in: part.header), !inner.isEmpty,
                !inner.starts(with: form.boundary ?? []), let content = form.kept[part.content],
                Self.isUnclosed(content, [0x2D, 0x2D] + inner)
            else { continue }
            let end = part.content.upperBound
            found.add(Self.message(part, inner), at: end..<end, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    /// Whether a delimiter begins a line of the content and none has the two dashes of a close delimiter.
    private static func isUnclosed(_ content: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> Bool {
        let search = ByteSearch(delimiter)
        return Array(content).withUnsafeBytes { bytes in
            var isOpen = false
            var position = 0
            while let place = search.first(in: bytes, from: position) {
                let end = place + delimiter.count
                if place == 0 || bytes[place - 1] == 0x0A {
                    if bytes[end...].starts(with: [0x2D, 0x2D]) { return false }
                    isOpen = true
                }
                position = end
            }
            return isOpen
        }
    }

    private static func message(_ part: BodyPart, _ inner: [UInt8]) -> String {
        let close = PrintableText.text([0x2D, 0x2D] + inner + [0x2D, 0x2D], limit: 80)
        return "the multipart within \(part.words) ends without its close delimiter `\(close)`"
    }
}
