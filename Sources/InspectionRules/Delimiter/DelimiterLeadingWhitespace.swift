import Bytes
import Forms
import Inspection

/// `delimiter/leading-whitespace`: blanks before a delimiter on its line.
struct DelimiterLeadingWhitespace: Rule {
    let id = "delimiter/leading-whitespace"
    let title = "indented delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter must be at the beginning of a line. Go, PHP, busboy, Werkzeug, python-multipart and defnull's \
        multipart read an indented one as content: the field after it is lost in the one before it, and none of them \
        reports an error. Django finds it, as few others do.
        """
    let hint = "Remove the blanks before the two dashes of the delimiter."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
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
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let sites = DelimiterSites(form).lazy.filter { $0.delimiter.precedent == .blanks }
        let isThroughout =
            form.close != nil && DelimiterSites(form).allSatisfy { $0.delimiter.precedent == .blanks }
        for site in sites.prefix(DelimiterSites.reported) {
            let lead = form.kept[site.delimiter.lead] ?? []
            let indentation = lead.drop(while: \.isLineBreak)
            let end = site.delimiter.lead.upperBound
            let message = Self.message(form, site, indentation, isThroughout: isThroughout)
            report.add(self, message, at: (end - indentation.count)..<end, part: form.partNumber(at: site))
        }
    }

    private static func message(
        _ form: Form,
        _ site: DelimiterSite,
        _ indentation: ArraySlice<UInt8>,
        isThroughout: Bool
    ) -> String {
        let blanks = DelimiterSite.words(forBlanks: indentation)
        if isThroughout { return "\(form.words(for: site)) is indented by \(blanks), as all delimiters are" }
        let start = "\(form.words(for: site)) is indented by \(blanks): "
        guard site.preceding != nil else {
            return start + "Go, PHP and busboy do not find it, and lose the part after it"
        }
        if site.delimiter.isClose {
            return start
                + "Go and busboy read it as content of \(form.precedingField(at: site)) and refuse the form, "
                + "which has no end for them; Django finds it"
        }
        return start
            + "PHP, Go, busboy, Werkzeug and python-multipart read \(form.begunField(at: site)) as content of "
            + "\(form.precedingField(at: site)) and lose it; Django finds it"
    }
}
