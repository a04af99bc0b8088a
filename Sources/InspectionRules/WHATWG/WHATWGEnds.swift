import Bytes
import Forms
import Inspection

/// `whatwg/ends`: bytes before the first delimiter, or other than CRLF after the last one.
struct WHATWGEnds: Rule {
    let id = "whatwg/ends"
    let title = "body that begins or ends other than browsers write it"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding, .rfc(2046, "5.1.1")]
    let rationale = """
        Browsers begin with the first delimiter and end with the close delimiter and one CRLF: no preamble, no \
        epilogue.
        """
    let hint = "Begin with two dashes and the boundary; end with them, two dashes more, and CRLF."
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = [.irregularEnds, .unclosed, .noParts]

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸",
                remark: "the final CRLF is missing"
            ),
            .violating("▸⏎" + RuleExample.oneField(), remark: "an empty line comes first"),
            .violating(RuleExample.oneField() + "▸⏎", remark: "one more CRLF"),
            .nearMiss(RuleExample.oneField()),
            .nearMiss("--AaB03x--⏎", remark: "a form without fields"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        if let first = form.delimiters.first?.text.lowerBound, first > 0 {
            report.add(self, "browsers begin the body with the first delimiter", at: 0..<first)
        }
        guard let close = form.close else {
            report.add(
                self,
                "browsers end the body with the close delimiter and CRLF",
                at: form.length..<form.length
            )
            return
        }
        let isRight = form.epilogue.count == 2 && close.ending == .crlf
        guard !isRight else { return }
        let start = form.epilogue.lowerBound + (close.ending == .crlf && close.padding.isEmpty ? 2 : 0)
        report.add(
            self,
            "browsers write CRLF after the close delimiter, and nothing after that",
            at: min(start, form.epilogue.upperBound)..<form.epilogue.upperBound
        )
    }
}
