import Bytes
import Forms
import Inspection

/// `part-header/missing-content-disposition`: a part with header lines, none of them Content-Disposition.
struct PartHeaderMissingContentDisposition: Rule {
    let id = "part-header/missing-content-disposition"
    let title = "part without Content-Disposition"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        Only Content-Disposition has a field's name. Starlette and Python's multipart reject a form with such a \
        part, Werkzeug delivers an empty form, ModSecurity blocks it, and PHP, Go, busboy and Django lose the part.
        """
    let hint = #"Add `Content-Disposition: form-data; name="…"` to the part's header lines."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "▸Content-Type: text/plain"),
            .violating(header: #"▸Content-Dispostion: form-data; name="a""#, remark: "misspelled"),
            .nearMiss(
                header: #"content-disposition: form-data; name="a""#,
                remark: "field names are the same in any letter case"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎",
                contentType: "multipart/related; boundary=AaB03x",
                remark: "only form-data demands it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts
        where part.disposition == nil && !part.header.lines.isEmpty && part.hasWholeHeader {
            if let line = part.misspelledDisposition {
                report.add(
                    self,
                    Self.misspelled(part, part.header[line.name]),
                    at: part.header.range,
                    part: part.number,
                    hint: Self.spellingHint
                )
                return
            }
            found.add(Self.message(part), at: part.header.range, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static let spellingHint = "Write the name of the field as `Content-Disposition`."

    private static func misspelled(_ part: BodyPart, _ name: ArraySlice<UInt8>) -> String {
        "part \(part.number) has no Content-Disposition: its header line is named "
            + "`\(PrintableText.ascii(name, limit: 80))`"
    }

    private static func message(_ part: BodyPart) -> String {
        let first = part.header.lines.first.map { part.shown($0.name) } ?? ""
        return "part \(part.number) has no Content-Disposition; its first header line is `\(first)`"
    }
}

extension BodyPart {
    /// The header line that is meant as Content-Disposition where none has that name.
    var misspelledDisposition: FieldLine? {
        guard disposition == nil else { return nil }
        return header.lines.first { line in
            line.colon != nil && Self.isNearDisposition(header[line.name])
        }
    }

    private static func isNearDisposition(_ name: ArraySlice<UInt8>) -> Bool {
        guard (12...32).contains(name.count), name.allSatisfy({ !$0.isControl }) else { return false }
        return name.map(\.lowercased).differsSlightly(from: Array("content-disposition".utf8))
    }
}
