import Bytes
import Forms
import Inspection

/// `delimiter/junk-after`: other bytes than blanks between a delimiter and a part's header.
struct DelimiterJunkAfter: Rule {
    let id = "delimiter/junk-after"
    let title = "bytes after a delimiter on its line"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A header line of a part follows, so this was meant as a delimiter. PHP, busboy and Django split there, and PHP \
        and busboy lose the part; Go, python-multipart and Werkzeug read the line and the field after it as content of \
        the field before, or, after a blank, Go and python-multipart refuse the form; defnull's multipart refuses it. \
        PHP reads over a NUL, and Werkzeug over a vertical tab.
        """
    let hint = "Write nothing but CRLF after the boundary."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸JUNK⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎--AaB03xyz⏎l2⏎--AaB03x--⏎",
                remark: "no header line follows: this is content that begins like the delimiter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { !$0.delimiter.isClose && !$0.delimiter.junk.isEmpty }
        for site in sites.prefix(DelimiterSites.reported) {
            let message = Self.message(form, site)
            report.add(self, message, at: site.delimiter.junk, part: form.partNumber(at: site))
        }
    }

    private static func message(_ form: Form, _ site: DelimiterSite) -> String {
        let junk = PrintableText.text(form.kept[site.delimiter.junk] ?? [], limit: 40)
        let words = "`\(junk)` stands after \(form.words(for: site)) on its line: "
        let kind = form.junk(after: site.delimiter)
        guard site.preceding != nil else { return words + lossOfFirst(form, site, kind) }
        return words
            + (site.delimiter.padding.isEmpty ? loss(form, site, kind) : lossAfterBlank(form, site, kind))
    }

    private static func lossOfFirst(_ form: Form, _ site: DelimiterSite, _ junk: DelimiterJunk?) -> String {
        let begun = form.begunField(at: site)
        return switch junk {
        case .afterNUL: "Go, busboy and Werkzeug lose \(begun), and python-multipart refuses the form"
        case .whiteSpace: "PHP, Go and busboy lose \(begun), and python-multipart refuses the form"
        default: "PHP, Go, busboy and Werkzeug lose \(begun), and python-multipart refuses the form"
        }
    }

    private static func loss(_ form: Form, _ site: DelimiterSite, _ junk: DelimiterJunk?) -> String {
        let (begun, preceding) = (form.begunField(at: site), form.precedingField(at: site))
        return switch junk {
        case .afterNUL:
            "busboy loses \(begun); Go, Werkzeug and python-multipart read it as content of \(preceding)"
        case .whiteSpace:
            "PHP and busboy lose \(begun); Go and python-multipart read it as content of \(preceding)"
        default:
            "PHP and busboy lose \(begun); Go, Werkzeug and python-multipart read it as content of \(preceding)"
        }
    }

    private static func lossAfterBlank(_ form: Form, _ site: DelimiterSite, _ junk: DelimiterJunk?) -> String
    {
        let (begun, preceding) = (form.begunField(at: site), form.precedingField(at: site))
        return junk == .whiteSpace
            ? "PHP and busboy lose \(begun), and Go and python-multipart refuse the form"
            : "PHP and busboy lose \(begun), Werkzeug reads it as content of \(preceding), and Go and "
                + "python-multipart refuse the form"
    }
}
