import Exchanges
import Forms
import Inspection

/// `delimiter/no-final-crlf`: the body ends directly after the close delimiter.
struct DelimiterNoFinalCRLF: Rule {
    let id = "delimiter/no-final-crlf"
    let title = "no CRLF after the close delimiter"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1"), .whatwgEncoding]
    let rationale = """
        The CRLF belongs to the optional epilogue, so the form conforms without it. Browsers always write it, and some \
        receivers require it: CivetWeb, Plack and cpp-httplib refuse such forms, as ASP.NET MVC 4, Ladybird and old \
        versions of Falcon did.
        """
    let hint = "Write CRLF after the close delimiter if the receiver is one of those that want it."
    let needs = Fidelity.body
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸"),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close, close.closeForm == .proper,
            close.text.upperBound == form.length
        else { return }
        report.add(self, Self.message, at: form.length..<form.length)
    }

    private static let message =
        "the body ends directly after the close delimiter, which is allowed; browsers write CRLF"
}
