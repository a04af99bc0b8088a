import Forms
import Inspection

/// `delimiter/padding`: blanks after a delimiter on its line.
struct DelimiterPadding: Rule {
    let id = "delimiter/padding"
    let title = "blanks after a delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        RFC 2046 calls this transport padding: senders must not write any, and receivers must accept it. Not \
        all do: PHP and busboy lose the field, defnull's multipart refuses the form, python-multipart does \
        so at the first delimiter, and ModSecurity finds no boundary.
        """
    let hint = "Remove the blanks between the boundary and the CRLF after it."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸␠␉⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating("--AaB03x▸␠⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸␠⏎",
                remark: "after the close delimiter Jetty, Plack and ModSecurity mind"
            ),
            .nearMiss(
                "--Aa B03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--Aa B03x--⏎",
                contentType: "multipart/form-data; boundary=\"Aa B03x\"",
                remark: "a space inside the boundary"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x␠",
                remark: "a close delimiter without its dashes has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for site in DelimiterSites(form) {
            let delimiter = site.delimiter
            guard !delimiter.padding.isEmpty, delimiter.junk.isEmpty, delimiter.closeForm != .blanksOnly
            else {
                continue
            }
            found.add(Self.message(form, site), at: delimiter.padding, part: form.partNumber(at: site))
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        let blanks = DelimiterSite.words(forBlanks: form.kept[site.delimiter.padding] ?? [])
        let loss =
            site.delimiter.isClose
            ? "ModSecurity finds no end" : "PHP and busboy lose \(form.begunField(at: site))"
        return "\(form.words(for: site)) is followed by \(blanks) on its line: \(loss)"
    }
}
