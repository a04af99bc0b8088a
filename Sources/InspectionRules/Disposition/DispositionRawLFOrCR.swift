import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/raw-lf-or-cr`: a bare LF or CR inside a quoted name or filename.
struct DispositionRawLFOrCR: Rule {
    let id = "disposition/raw-lf-or-cr"
    let title = "bare LF or CR inside a quoted value"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding, .rfc(9110, "5.5")]
    let rationale = """
        Some receivers end the header line there, others keep the byte in the name or remove it: Go and busboy \
        reject a LF, python-multipart and busboy a CR; Python's multipart keeps both, Django removes both, and \
        Werkzeug finds no filename.
        """
    let hint = "Write LF in a name as `%0A` and CR as `%0D`, as browsers do, or refuse such names."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸␊b""#),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸␍b""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a%0Ab""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a⏎b""#,
                remark: "CRLF: another rule"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"␊Content-Type: text/plain"#,
                remark: "outside"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let lineBreak = RawLineBreak(in: part), lineBreak.ending != .crlf else { continue }
            found.add(
                Self.message(part.shown(lineBreak.range), part.shown(lineBreak.before)),
                at: lineBreak.range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ lineBreak: String, _ before: String) -> String {
        "a raw `\(lineBreak)` follows `\(before)` inside the quotes"
    }
}
