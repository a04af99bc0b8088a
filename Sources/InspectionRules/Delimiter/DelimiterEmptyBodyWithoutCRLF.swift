import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/empty-body-without-crlf`: a delimiter directly after the blank line that ends a part's header.
struct DelimiterEmptyBodyWithoutCRLF: Rule {
    let id = "delimiter/empty-body-without-crlf"
    let title = "empty content without the delimiter's CRLF"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1"), .rfc(2046, "5.1.1")]
    let rationale = """
        An empty field has three CRLFs before the next delimiter: the header line's, the blank line, the delimiter's \
        own. The ABNF can be read to permit two, as a part without content; the prose of §5.1 demands a body area after \
        the blank line. Receivers are split: Go reads an empty field, python-multipart, PHP and defnull's multipart read \
        the next part as its content. Filters are bypassed by the difference.
        """
    let hint = "Write the delimiter's own CRLF also where the content before it is empty."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸--AaB03x--⏎",
                remark: "before the close delimiter"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "three CRLFs: a field that is empty, as it should be"
            ),
            .nearMiss(
                "--AaB03x⏎⏎--AaB03x--⏎",
                remark: "a part without header lines has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { site in
            guard site.delimiter.precedent == .blankLine, let index = site.preceding else { return false }
            return !form.parts[index].header.lines.isEmpty
        }
        for site in sites.prefix(DelimiterSites.reported) {
            let message = Self.message(form, site)
            report.add(self, message, at: site.delimiter.text, part: form.partNumber(at: site))
        }
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        let field = form.precedingField(at: site)
        let start = "\(field) is empty, and \(form.words(for: site)) has no CRLF of its own: "
        if site.delimiter.isClose { return start + "receivers that want one find no end of the form" }
        return start
            + "python-multipart and PHP read \(form.begunField(at: site)) as content of \(field), Go does not "
            + "(the ABNF can be read to permit this, the prose cannot)"
    }
}
