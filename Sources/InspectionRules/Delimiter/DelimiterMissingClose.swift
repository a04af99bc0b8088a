import Bytes
import Forms
import Inspection

/// `delimiter/missing-close`: the body ends without a close delimiter.
struct DelimiterMissingClose: Rule {
    let id = "delimiter/missing-close"
    let title = "no close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The last part must be followed by the boundary with two dashes before and two after it. Without it busboy \
        says "Unexpected end of form", Go "unexpected EOF", ASP.NET "Unexpected end of Stream", and Werkzeug \
        delivers an empty form; PHP and Django take a value there without an error, so the fault passes tests against \
        them, and python-multipart loses the last field. A file that is the last part is lost with PHP, which notes \
        UPLOAD_ERR_PARTIAL, and with Django, which notes nothing.
        """
    let hint = "Write CRLF, two dashes, the boundary, two dashes and CRLF after the last part."
    let advice: [Sender: String] = [
        .apple: "Append it after the last part: `body.append(Data(\"\\r\\n--\\(boundary)--\\r\\n\".utf8))`."
    ]
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .unclosed

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸",
                remark: "the builder never wrote the end"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03x⏎",
                remark: "the last delimiter lacks its two dashes"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎----⏎▸",
                remark: "the boundary of the last line is missing"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--",
                remark: "the CRLF after the close delimiter is optional"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        switch form.ending {
        case .inContent:
            report.add(
                self,
                Self.message(form),
                at: form.length..<form.length,
                part: form.parts.last?.number,
                hint: form.lineOfDashes == nil ? nil : Self.dashesHint
            )
        case .afterDelimiter:
            guard let last = form.emptyDelimiters.last else { return }
            report.add(self, Self.dashesMissing, at: last.text)
        case .closed, .noDelimiter, .inDelimiter, .inHeader: return
        }
    }

    private static let dashesHint =
        "Write two dashes, the boundary and two dashes as the last line: it has dashes alone, so that the variable with the "
        + "boundary was probably empty."

    private static func message(_ form: Form) -> String {
        "the body ends after \(form.length) bytes without the close delimiter "
            + "`\(PrintableText.text(form.delimiterText))--`"
    }

    private static let dashesMissing =
        "the last delimiter lacks the two dashes that would make it the close delimiter"
}
