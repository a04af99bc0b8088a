import Exchanges
import Forms
import Inspection

/// `delimiter/cr-before`: a delimiter after a bare CR.
struct DelimiterCRBefore: Rule {
    let id = "delimiter/cr-before"
    let title = "bare CR before a delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(9110, "8.3.3")]
    let rationale = """
        A delimiter begins with CRLF. After a bare CR Werkzeug, Django, Jetty and Twisted take it for a delimiter; Go, \
        PHP, busboy, python-multipart and defnull's multipart read the next field as content of the one before it and \
        report nothing. ModSecurity 2 blocks the form; ModSecurity 3 and libhtp do not remark on it.
        """
    let hint = "Write CR LF before the two dashes, not CR alone."
    let evidence = Evidence.delimiter
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸␍--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␍⏎--AaB03x--⏎",
                remark: "content that ends in CR, then the delimiter's CRLF"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.precedent == .cr && !$0.isFirst }
        for site in sites.prefix(DelimiterSites.reported) {
            let message = Self.message(form, site)
            report.add(self, message, at: site.delimiter.lead, part: form.partNumber(at: site))
        }
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        let start = "\(form.words(for: site)) stands after a bare CR: Go, PHP, busboy and python-multipart "
        if site.delimiter.isClose { return start + "take it for content of \(form.precedingField(at: site))" }
        return start + "read \(form.begunField(at: site)) as content of \(form.precedingField(at: site))"
    }
}
