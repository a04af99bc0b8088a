import Bytes
import Forms
import Inspection

/// `delimiter/malformed-close`: a close delimiter whose end is not exactly two dashes.
struct DelimiterMalformedClose: Rule {
    let id = "delimiter/malformed-close"
    let title = "close delimiter with the wrong dashes"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The close delimiter is the delimiter and two dashes directly after it. With one dash, or blanks before the \
        dashes, busboy, Go and defnull's multipart find no end and refuse the form, and Werkzeug delivers an empty \
        form; with three dashes Go, Jetty, aiohttp and ModSecurity fail, and most others read the form. PHP and Django \
        accept all of these, so the fault passes tests against them.
        """
    let hint = "Write exactly two dashes directly after the boundary, then CRLF."
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸-⏎",
                remark: "one dash"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸---⏎",
                remark: "three dashes"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸␠--⏎",
                remark: "a space before the dashes"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸␠",
                remark: "a space instead of the dashes"
            ),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--",
                remark: "the CRLF after it is optional"
            ),
            .nearMiss(
                "--b--⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--b----⏎",
                contentType: "multipart/form-data; boundary=b--",
                remark: "two of the four dashes belong to the boundary"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close, let closeForm = close.closeForm else { return }
        let end = close.text.lowerBound + form.delimiterText.count
        let written = end..<max(close.text.upperBound, close.padding.upperBound, end)
        let dashes = close.text.upperBound - end
        switch closeForm {
        case .proper: return
        case .oneDash: report.add(self, Self.oneDash, at: written)
        case .extraDashes: report.add(self, Self.extraDashes(dashes), at: written)
        case .spaced: report.add(self, Self.spaced(dashes - 2), at: written)
        case .blanksOnly: report.add(self, Self.blanksOnly, at: written)
        }
    }

    private static let oneDash = "the close delimiter ends in one dash instead of two"

    private static func extraDashes(_ count: Int) -> String {
        "the close delimiter ends in \(count) dashes instead of two"
    }

    private static func spaced(_ count: Int) -> String {
        "\(count == 1 ? "a blank stands" : "\(count) blanks stand") between the boundary and the two dashes of the "
            + "close delimiter"
    }

    private static let blanksOnly = "the body ends in a delimiter with blanks where its two dashes should be"
}
