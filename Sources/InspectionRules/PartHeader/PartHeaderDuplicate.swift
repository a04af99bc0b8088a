import Bytes
import Forms
import Inspection

/// `part-header/duplicate`: one field twice in a part's header.
struct PartHeaderDuplicate: Rule {
    let id = "part-header/duplicate"
    let title = "field repeated in a part's header"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.3")]
    let rationale = """
        Of two Content-Dispositions Go, PHP, busboy, Werkzeug and Rack take the first, Django, python-multipart and \
        Python's multipart the last; so a filter and the server behind it may see different fields.
        """
    let hint = "Write each field once in a part's header."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.repeatedField)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="a"⏎▸Content-Disposition: form-data; name="b""#
            ),
            .violating(
                header: """
                    Content-Disposition: form-data; name="a"⏎Content-Type: text/plain⏎▸content-type: text/html
                    """,
                remark: "the same name in other letters"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"⏎Content-Type: text/plain⏎X-A: 1"#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts where part.header.lines.count > 1 {
            var seen: [[UInt8]: Range<Int>] = [:]
            for line in part.header.lines where line.colon != nil && !line.name.isEmpty {
                let name = part.header[line.name].map(\.lowercased)
                guard let first = seen[name] else {
                    seen[name] = line.value
                    continue
                }
                found.add(
                    Self.message(part.shown(line.name), part.shown(first), part.shown(line.value)),
                    at: line.name.lowerBound..<line.value.upperBound,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ name: String, _ first: String, _ second: String) -> String {
        "the part has `\(name)` twice: `\(first)` and `\(second)`"
    }
}
