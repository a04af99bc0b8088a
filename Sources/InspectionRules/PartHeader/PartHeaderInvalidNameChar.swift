import Bytes
import Forms
import Inspection

/// `part-header/invalid-name-char`: a field name with a byte that no token may hold.
struct PartHeaderInvalidNameChar: Rule {
    let id = "part-header/invalid-name-char"
    let title = "field name that is not a token"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.1"), .rfc(9110, "5.6.2")]
    let rationale = """
        A field name consists of letters, digits and ! # $ % & ' * + - . ^ _ ` | ~. busboy, python-multipart \
        and defnull's multipart reject the form; Go and ModSecurity take the line.
        """
    let hint = "Use letters, digits and hyphens in field names."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.nonTokenFieldName)

    var examples: [RuleExample] {
        [
            .violating(header: #"Fo▸(o: x⏎Content-Disposition: form-data; name="a""#),
            .violating(
                header: #"Foo▸␠bar: x⏎Content-Disposition: form-data; name="a""#,
                remark: "a blank inside"
            ),
            .violating(
                header: #"▸⟨EF⟩⟨BB⟩⟨BF⟩Content-Disposition: form-data; name="a""#,
                remark: "a byte order mark before the name"
            ),
            .nearMiss(header: #"X-Foo_bar: x⏎Content-Disposition: form-data; name="a""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            for line in part.header.lines where line.colon != nil {
                let name = part.header[line.name]
                // A NUL and a CR have rules of their own.
                guard let index = name.firstIndex(where: { !$0.isTokenCharacter }), name[index] != 0,
                    name[index] != 0x0D
                else { continue }
                if name.starts(with: StrayBytes.mark.bytes) {
                    let end = line.name.lowerBound + StrayBytes.mark.bytes.count
                    found.add(
                        Self.marked(part.shown(end..<line.name.upperBound)),
                        at: line.name.lowerBound..<end,
                        part: part.number,
                        hint: StrayBytes.markHint
                    )
                    continue
                }
                let offset = line.name.lowerBound + (index - name.startIndex)
                found.add(
                    Self.message(part.shown(line.name), name[index]),
                    at: offset..<(offset + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func marked(_ name: String) -> String {
        "\(StrayBytes.mark.words) stands before the field name `\(name)`, so that this is another name"
    }

    private static func message(_ name: String, _ byte: UInt8) -> String {
        let shown = byte == 0x20 ? "a blank" : "`\(PrintableText.text([byte]))`"
        return "the field name `\(name)` holds \(shown), which no field name may hold"
    }
}
