import Bytes
import Exchanges
import Forms
import Inspection

/// `part-header/nul`: a NUL byte in a part's header lines.
struct PartHeaderNul: Rule {
    let id = "part-header/nul"
    let title = "NUL in a header line"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.5")]
    let rationale = """
        Software written in C ends a string at a NUL, so a filter and the server behind it read different names. \
        ModSecurity blocks the form, busboy rejects it, PHP cuts the name there, Go, Django, Werkzeug, Rack and \
        python-multipart keep the byte.
        """
    let hint =
        "Remove the NUL: a buffer was written with its terminator, or a name was chosen to get past a filter."
    let evidence = Evidence.partHeader
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a▸⟨00⟩b""#),
            .violating(
                header: #"X▸⟨00⟩: 1⏎Content-Disposition: form-data; name="a""#,
                remark: "in a field name"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a""#,
                content: "a⟨00⟩b",
                remark: "in content"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts {
            // A NUL in a filename has a rule of its own.
            let filename = part.disposition?.filename?.value ?? 0..<0
            let bytes = part.header.bytes
            guard
                let index = bytes.indices.first(where: {
                    bytes[$0] == 0 && !filename.contains(part.header.base + $0)
                })
            else { continue }
            let offset = part.header.base + index
            let line = part.header.lines.first { $0.range.contains(offset) }
            found.add(
                Self.message(part.number, line.map { part.shown($0.name) } ?? ""),
                at: offset..<(offset + 1),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ name: String) -> String {
        "the header line `\(name)` of part \(number) holds a NUL byte"
    }
}
