import Forms
import Inspection

/// `delimiter/consecutive`: two delimiter lines with nothing between them.
struct DelimiterConsecutive: Rule {
    let id = "delimiter/consecutive"
    let title = "two delimiters with nothing between"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        A part has header lines, a blank line and content. Where the next delimiter follows at once, Go ("malformed \
        MIME header: missing colon"), python-multipart and defnull's multipart refuse the whole form; PHP, busboy, \
        Werkzeug and Django skip the empty part.
        """
    let hint = "Remove the extra delimiter line: a part was begun and nothing written into it."
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎▸--AaB03x⏎Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎▸--AaB03x--⏎",
                remark: "a delimiter, then the close delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎--AaB03x--⏎",
                remark: "a part with empty content"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for site in DelimiterSites(form) where site.delimiter.precedent == .delimiterLine {
            found.add(Self.message(form, site), at: site.delimiter.text, part: form.partNumber(at: site))
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        "\(form.words(for: site)) follows another delimiter line directly: the part between them is empty"
    }
}
