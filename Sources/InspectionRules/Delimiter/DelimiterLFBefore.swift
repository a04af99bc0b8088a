import Exchanges
import Forms
import Inspection

/// `delimiter/lf-before`: a delimiter after a bare LF.
struct DelimiterLFBefore: Rule {
    let id = "delimiter/lf-before"
    let title = "bare LF before a delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(9110, "8.3.3")]
    let rationale = """
        A delimiter begins with CRLF. After a bare LF, PHP, Werkzeug and Django take it for a delimiter; Go, busboy, \
        python-multipart and defnull's multipart take it for content, so that the next field is lost in the one before \
        it, or the form has no end. ModSecurity's strict rules block the request.
        """
    let hint = "Write CR LF before the two dashes; a template or a here-document wrote LF alone."
    let evidence = Evidence.delimiter
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸␊--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸␊--AaB03x--⏎",
                remark: "the close delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1␊⏎--AaB03x--⏎",
                remark: "content ends in LF"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1␊--AaB03x␊l2⏎--AaB03x--⏎",
                remark: "no header line follows: this is content"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.precedent == .lf && !$0.isFirst }
        let isThroughout = form.endsDelimitersInLF
        for site in sites.prefix(DelimiterSites.reported) {
            let message = Self.message(form, site, isThroughout: isThroughout)
            report.add(
                self,
                message,
                at: site.delimiter.lead,
                part: form.partNumber(at: site),
                hint: form.hasSpareFeed(before: site.delimiter) ? Self.spareHint : nil
            )
        }
    }

    private static let spareHint =
        "Join the parts with nothing between them: they end in CRLF already, and the LF after it is one too many."

    private static func message(_ form: Form, _ site: DelimiterSite, isThroughout: Bool) -> String {
        if isThroughout { return "\(form.words(for: site)) stands after a bare LF" }
        let start = "\(form.words(for: site)) stands after a bare LF: Go, busboy and python-multipart "
        if site.delimiter.isClose { return start + "take it for content of \(form.precedingField(at: site))" }
        return start + "read \(form.begunField(at: site)) as content of \(form.precedingField(at: site))"
    }
}
