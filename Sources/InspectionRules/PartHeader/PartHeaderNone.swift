import Bytes
import Forms
import Inspection

/// `part-header/none`: a part without any header line.
struct PartHeaderNone: Rule {
    let id = "part-header/none"
    let title = "part without header lines"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        Each part of a form must say by Content-Disposition which field it is. Without it busboy, Starlette and \
        Python's multipart reject the whole form, ModSecurity blocks it, and PHP, Go, Werkzeug, Rack and Django lose \
        the part.
        """
    let hint = """
        Write `Content-Disposition: form-data; name="…"` and CRLF after the delimiter line, then the blank line.
        """
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎▸⏎1⏎--AaB03x--⏎", remark: "the blank line comes at once"),
            .violating(
                "--AaB03x⏎▸⟨00⟩Content-Disposition: form-data; name=\"a\"⏎⟨00⟩⏎⟨00⟩1⏎--AaB03x--⏎",
                remark: "each line was written with its NUL"
            ),
            .nearMiss(
                "--AaB03x⏎⏎1⏎--AaB03x--⏎",
                contentType: "multipart/mixed; boundary=AaB03x",
                remark: "parts of multipart/mixed need no header"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="a""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where part.header.lines.isEmpty && part.hasWholeHeader {
            let start = part.header.range.lowerBound
            if part.facts.opening.first == 0 {
                report.add(
                    self,
                    Self.afterNul(part.number),
                    at: start..<start,
                    part: part.number,
                    hint: Self.nulHint
                )
                continue
            }
            found.add(Self.message(part.number), at: start..<start, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    /// How to write no NUL.
    static let nulHint =
        "Write each line without the NUL that ends a string in C: take its length with `strlen()`, not with `sizeof`."

    private static func afterNul(_ number: Int) -> String {
        "a NUL stands at the beginning of part \(number), before its header lines, so that it has none"
    }

    private static func message(_ number: Int) -> String {
        "part \(number) has no header lines, so nothing says which field it is"
    }
}
