import Bytes
import Forms

/// `delimiter/part-after-close`: a part after the close delimiter.
struct DelimiterPartAfterClose: Rule {
    let id = "delimiter/part-after-close"
    let title = "part after the close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The close delimiter says that no further part follows. PHP and Django read on and find the later fields; Go, \
        busboy, Werkzeug and python-multipart stop and never see them. An encoder that closes the form after each part \
        loses all but the first there.
        """
    let hint =
        "Write the close delimiter once, after the last part; between parts the delimiter has no dashes after it."
    let concerns: FormTraits = .irregularEnds

    let examples: [RuleExample] = [
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸--AaB03x⏎"
                + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎the end",
            remark: "an epilogue without a delimiter"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎--AaB03x--⏎",
            remark: "closed twice, but no part between"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.hasTrailingPart,
            let first = form.trailingDelimiters.first(where: { !$0.isClose })
        else { return }
        report.add(self, Self.message(form, first), at: first.text)
    }

    private static func message(_ form: Form, _ delimiter: Delimiter) -> String {
        let next = form.kept.window(at: delimiter.end, before: 0, after: 80).bytes
        let line = PrintableText.text(next.prefix { !$0.isLineBreak }, limit: 80)
        let count = form.trailingDelimiters.count { !$0.isClose }
        let what = count == 1 ? "a part follows" : "\(count) parts follow"
        return
            "\(what) the close delimiter, beginning with `\(line)`: PHP and Django read on, others stop before it"
    }
}
