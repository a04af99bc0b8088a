import Bytes
import Forms
import Inspection

/// `delimiter/part-after-close`: a part after the close delimiter.
struct DelimiterPartAfterClose: Rule {
    let id = "delimiter/part-after-close"
    let title = "part after the close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The close delimiter means that no further part follows. Go, busboy, Werkzeug and python-multipart stop \
        there and lose the later fields. Django continues, and PHP continues at the next correct delimiter. An \
        encoder that closes the form after each part loses all but the first.
        """
    let hint =
        "Write the close delimiter once, after the last part; between parts the delimiter has no dashes after it."
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03x--⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎▸--AaB03x--⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "the delimiter between two parts is written as a close delimiter"
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
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close,
            form.hasTrailingPart || Self.isFollowedByHeader(close, in: form)
        else { return }
        report.add(self, Self.message(form), at: close.text, part: form.parts.last?.number)
    }

    /// Whether a part's header lines follow on the next line: a close delimiter was written in place of a
    /// delimiter.
    private static func isFollowedByHeader(_ close: Delimiter, in form: Form) -> Bool {
        let next = form.kept.window(at: close.end, before: 0, after: 40).bytes
        return next.startsIgnoringCase(with: "content-disposition:")
            || next.startsIgnoringCase(with: "content-type:")
    }

    private static func message(_ form: Form) -> String {
        let place = form.parts.last.map { "after \($0.words)" } ?? "before any part"
        // Where no reading finds a field after it, the delimiters after it are damaged too.
        let effects = FieldEffects(of: form)
        let loss =
            effects.differ
            ? effects.words : "what follows is lost"
        return "the close delimiter \(place) ends the form before its last part: \(loss)"
    }
}
