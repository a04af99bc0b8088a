import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/lf-after-close`: a close delimiter whose line ends in a bare LF or CR.
struct DelimiterLFAfterClose: Rule {
    let id = "delimiter/lf-after-close"
    let title = "close delimiter line ends in a bare LF or CR"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9110, "8.3.3"), .rfc(2046, "5.1.1")]
    let rationale = """
        Nothing has to follow the close delimiter, but what follows must begin with CRLF. With LF alone Go does not \
        take the line for a delimiter and refuses the form ("multipart: expecting a new Part"), and ModSecurity's \
        strict rules block it; most other receivers ignore it. A CR alone at the end shows that the client lost the \
        LF.
        """
    let hint = "Write CR LF after the close delimiter, or nothing."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸␊"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸␍",
                remark: "a bare CR"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--",
                remark: "nothing follows"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close, close.ending == .lf || close.ending == .cr
        else { return }
        let lf = form.endsDelimitersInLF ? Self.lfThroughout : Self.lf
        let message = close.ending == .lf ? lf : Self.cr
        report.add(self, message, at: close.junk.upperBound..<close.end)
    }

    private static let lf = "the line of the close delimiter ends in a bare LF, on which Go refuses the form"
    private static let lfThroughout = "the line of the close delimiter ends in a bare LF"
    private static let cr = "the line of the close delimiter ends in a bare CR"
}
