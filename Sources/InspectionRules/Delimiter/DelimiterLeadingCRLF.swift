import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/leading-crlf`: nothing but line breaks before the first delimiter.
struct DelimiterLeadingCRLF: Rule {
    let id = "delimiter/leading-crlf"
    let title = "line break before the first delimiter"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The grammar allows it, as an empty preamble, and all receivers tested but Tornado accept it; old versions of \
        Rack did not, and ModSecurity's strict rules block it (DATA_BEFORE). Encoders that write CRLF and the \
        delimiter before each part do this.
        """
    let hint = "Leave out the CRLF before the first delimiter; only the later ones need it."
    let evidence = Evidence.delimiter
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating("▸⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating("▸⏎⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "␊--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "after a bare LF the delimiter is not where it should be"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let delimiter = form.firstDelimiter,
            delimiter.precedent == .crlf || delimiter.precedent == .crcrlf,
            delimiter.text.lowerBound <= 1024,
            let before = form.kept[0..<delimiter.text.lowerBound], before.allSatisfy(\.isLineBreak)
        else { return }
        report.add(self, Self.message(before), at: 0..<delimiter.text.lowerBound)
    }

    private static func message(_ before: ArraySlice<UInt8>) -> String {
        "the body begins with `\(PrintableText.text(before, limit: 20))` before its first delimiter"
    }
}
