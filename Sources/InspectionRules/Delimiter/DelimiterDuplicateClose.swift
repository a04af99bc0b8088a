import Forms
import Inspection

/// `delimiter/duplicate-close`: a second close delimiter.
struct DelimiterDuplicateClose: Rule {
    let id = "delimiter/duplicate-close"
    let title = "form closed twice"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        What follows the first close delimiter is an epilogue, which receivers must ignore. Most do ignore a second \
        close delimiter, but Plack, libmicrohttpd and CivetWeb refuse the form, ModSecurity's strict rules block the \
        request, and it shows that the encoder ends the form twice.
        """
    let hint = "Close the form once: two places in the code write its end."
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸--AaB03x--⏎"),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎",
                remark: "the part after the first end is the worse news"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, !form.hasTrailingPart, let close = form.close,
            let again = form.trailingDelimiters.first(where: \.isClose)
        else { return }
        report.add(self, Self.message(close), at: again.text)
    }

    private static func message(_ close: Delimiter) -> String {
        "the form is closed a second time; its first close delimiter is at byte \(close.text.lowerBound)"
    }
}
