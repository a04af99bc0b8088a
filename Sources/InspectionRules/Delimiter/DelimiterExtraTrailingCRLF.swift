import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/extra-trailing-crlf`: line breaks after the one that ends the close delimiter's line.
struct DelimiterExtraTrailingCRLF: Rule {
    let id = "delimiter/extra-trailing-crlf"
    let title = "more than one line break after the close delimiter"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        White space after the close delimiter is an epilogue, which is legal, and most receivers ignore it; Plack, \
        libmicrohttpd and CivetWeb refuse the form. ModSecurity's strict rules block it (DATA_AFTER), and at least \
        one object store refused such a form as not well-formed.
        """
    let hint = "End the body with the close delimiter and a single CRLF."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎▸⏎"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "what browsers send"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--",
                remark: "no line break at all"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let excess = form.afterClose, form.isBlank(excess) else { return }
        let bytes = form.kept[excess] ?? []
        report.add(self, Self.message(excess.count, bytes), at: excess)
    }

    private static func message(_ count: Int, _ bytes: ArraySlice<UInt8>) -> String {
        "\(count == 1 ? "1 byte" : "\(count) bytes") of white space after the line of the close delimiter: "
            + "`\(PrintableText.text(bytes, limit: 20))`"
    }
}
