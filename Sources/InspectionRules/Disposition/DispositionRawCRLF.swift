import Bytes
import Exchanges
import Forms
import Inspection

/// `disposition/raw-crlf`: CR LF inside a quoted name or filename.
struct DispositionRawCRLF: Rule {
    let id = "disposition/raw-crlf"
    let title = "CRLF inside a quoted value"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding, .rfc(9110, "5.5")]
    let rationale = """
        The line break ends the header line, and what follows is read as another header line: a user who chooses a \
        filename can add header lines, or even parts. Unless a blank follows, busboy, Go, python-multipart and \
        Python's multipart reject the form, Django reads the filename up to the line break, Werkzeug finds no \
        filename, PHP joins the lines, and ModSecurity blocks the form.
        """
    let hint = "Write a line break in a name as `%0D%0A`, as browsers do, or refuse such names."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸⏎b""#),
            .violating(
                header:
                    #"Content-Disposition: form-data; name="f"; filename="new\▸⏎line.txt"⏎Content-Type: text/plain"#,
                remark: "a backslash before it does not help"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="a▸⏎Content-Type: text/evil""#,
                remark: "a header line smuggled in"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="a▸⏎␠b""#,
                remark: "a warning: a blank follows, and the line is folded"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f";⏎␠filename="ab""#,
                remark: "a fold outside quotes"
            ),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="a%0D%0Ab""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a⏎Content-Type: text/plain; charset="utf-8""#,
                remark: "the quote is not closed on the next line either"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let lineBreak = RawLineBreak(in: part), lineBreak.ending == .crlf else { continue }
            let before = part.shown(lineBreak.before)
            found.add(
                lineBreak.isFold ? Self.fold(before) : Self.message(before),
                at: lineBreak.range,
                part: part.number,
                severity: lineBreak.isFold ? .warning : nil
            )
        }
        found.report(as: self, to: &report)
    }

    private static func fold(_ before: String) -> String {
        "a raw CRLF follows `\(before)` inside the quotes; with the blank after it the line is folded there, which some "
            + "receivers unfold, and others refuse or cut"
    }

    private static func message(_ before: String) -> String {
        "a raw CRLF follows `\(before)` inside the quotes and ends the header line there"
    }
}
