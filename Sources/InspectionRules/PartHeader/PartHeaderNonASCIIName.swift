import Bytes
import Forms
import Inspection

/// `part-header/non-ascii-name`: UTF-8 beyond ASCII in a part's header lines.
struct PartHeaderNonASCIIName: Rule {
    let id = "part-header/non-ascii-name"
    let title = "header line beyond ASCII"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(7578, "5.1"), .whatwgEncoding]
    let rationale = """
        RFC 2046 keeps headers to ASCII, but RFC 7578 allows UTF-8 in names and every browser sends it. busboy reads \
        names as Latin-1 unless told otherwise, and then shows `naïve` as `naÃ¯ve`.
        """
    let hint =
        "Keep sending UTF-8; set the receiver to read names as UTF-8 (busboy: `defParamCharset: 'utf8'`)."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="na▸ïve.txt""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="naive.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="na⟨EF⟩ve.txt""#,
                remark: "bytes that are not valid UTF-8 are another matter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.parts {
            // A field name beyond ASCII has a rule of its own.
            let name = part.disposition?.name?.value ?? 0..<0
            for line in part.header.lines where line.colon != nil {
                let value = part.header[line.value]
                let index = value.indices.first {
                    value[$0] >= 0x80 && !name.contains(line.value.lowerBound + ($0 - value.startIndex))
                }
                guard let index, value.firstInvalidUTF8 == nil else { continue }
                let start = line.value.lowerBound + (index - value.startIndex)
                let count = value[index...].prefix { $0 >= 0x80 }.count
                found.add(
                    Self.message(part.shown(line.name), part.shown(start..<(start + count))),
                    at: start..<(start + count),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ text: String) -> String {
        "the part's `\(name)` holds `\(text)` as raw UTF-8"
    }
}
