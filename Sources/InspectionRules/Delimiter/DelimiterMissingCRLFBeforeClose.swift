import Forms
import Inspection

/// `delimiter/missing-crlf-before-close`: a close delimiter glued to the content of the last part.
struct DelimiterMissingCRLFBeforeClose: Rule {
    let id = "delimiter/missing-crlf-before-close"
    let title = "no CRLF between content and close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The CRLF before the dashes is part of the close delimiter too. Without it Go, busboy and defnull's multipart \
        find no end and refuse the whole form, and Werkzeug delivers an empty form; python-multipart loses the last \
        field, PHP reads the delimiter as a piece of it, and Django reads it as meant.
        """
    let hint = "Write CRLF after the content of the last part, before the close delimiter."
    let advice: [Sender: String] = [
        .apple:
            "Begin the close delimiter with CRLF: `body.append(Data(\"\\r\\n--\\(boundary)--\\r\\n\".utf8))`."
    ]
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2▸--AaB03x--⏎"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎--AaB03x--⏎",
                remark: "the content is empty, and the delimiter has its CRLF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎--AaB03x--⏎",
                remark: "empty content has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close, close.precedent == .glued,
            let last = form.parts.last
        else { return }
        let stray = form.stray(before: close)
        report.add(
            self,
            stray.map { Self.message($0, last) } ?? Self.message(last),
            at: close.text,
            part: last.number,
            hint: stray?.hint
        )
    }

    private static func message(_ part: BodyPart) -> String {
        "no CRLF stands before the close delimiter: Go and busboy read it as content of \(part.words) and "
            + "refuse the form, which has no end for them, and Werkzeug finds no field"
    }

    private static func message(_ stray: StrayBytes, _ part: BodyPart) -> String {
        "\(stray.words) stands between the CRLF and the close delimiter, so that this is content of \(part.words) and the "
            + "form has no end"
    }
}
