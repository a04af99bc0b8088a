import Bytes
import Forms
import Inspection

/// `whatwg/delimiter`: a delimiter that is not just CRLF, two dashes, boundary, CRLF.
struct WHATWGDelimiter: Rule {
    let id = "whatwg/delimiter"
    let title = "delimiter other than browsers write it"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding, .rfc(2046, "5.1.1")]
    let rationale = """
        Browsers write each delimiter on a line of its own between CRLFs, without blanks, and the last one with two \
        dashes more.
        """
    let hint = "Write CRLF, two dashes, the boundary, CRLF, and nothing else."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating(
                "▸--AaB03x␠⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "padding"
            ),
            .violating(
                "▸--AaB03x␊Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "a bare LF"
            ),
            .nearMiss(RuleExample.oneField()),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        for delimiter in form.delimiters.lazy.filter({ !$0.isRegular }).prefix(DelimiterSites.reported) {
            report.add(
                self,
                "browsers write the delimiter on a line of its own between CRLFs, and nothing else on it",
                at: delimiter.text,
                part: form.part(at: delimiter.text.lowerBound)?.number
            )
        }
        for delimiter in form.emptyDelimiters.prefix(1) where delimiter.isRegular {
            report.add(self, "browsers write no delimiter without a part after it", at: delimiter.text)
        }
    }
}
