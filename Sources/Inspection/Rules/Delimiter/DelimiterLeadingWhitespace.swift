import Bytes
import Forms

/// `delimiter/leading-whitespace`: blanks before a delimiter on its line.
struct DelimiterLeadingWhitespace: Rule {
    let id = "delimiter/leading-whitespace"
    let title = "indented delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter must be at the beginning of a line. An indented one, as an indented template writes it, \
        is content to Go, PHP, busboy, Werkzeug, python-multipart and defnull's multipart: the field after \
        it is lost in the one before it, and no receiver reports it. Django alone finds it.
        """
    let hint = "Remove the blanks before the two dashes of the delimiter."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸␠--AaB03x⏎"
                + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
        ),
        .violating(
            "▸␉--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
            remark: "the first delimiter, after a tab"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎␠--AaB03x⏎l2⏎--AaB03x--⏎",
            remark: "no header line follows: this is content"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.precedent == .blanks }
        for site in sites.prefix(DelimiterSites.reported) {
            let lead = form.kept[site.delimiter.lead] ?? []
            let indentation = lead.drop(while: \.isLineBreak)
            let end = site.delimiter.lead.upperBound
            let message = Self.message(form, site, indentation)
            report.add(self, message, at: (end - indentation.count)..<end, part: form.partNumber(at: site))
        }
    }

    private static func message(
        _ form: Form,
        _ site: DelimiterSite,
        _ indentation: ArraySlice<UInt8>
    ) -> String {
        let start = "\(form.words(for: site)) is indented by \(DelimiterSite.words(forBlanks: indentation)): "
        guard site.preceding != nil else {
            return start + "it is not at the beginning of a line, and receivers pass over it"
        }
        if site.delimiter.isClose {
            return start
                + "every receiver tried but Django takes it for content of \(form.precedingField(at: site))"
        }
        return start + "every receiver tried but Django reads \(form.begunField(at: site)) as content of "
            + form.precedingField(at: site)
    }
}
