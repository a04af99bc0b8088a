import Bytes
import Forms
import Inspection

/// `delimiter/junk-after-close`: other bytes than blanks on the line of the close delimiter.
struct DelimiterJunkAfterClose: Rule {
    let id = "delimiter/junk-after-close"
    let title = "bytes after the close delimiter on its line"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        After the close delimiter only a line break may follow, and then an epilogue. Go does not take the line for a \
        delimiter and refuses the form, and ModSecurity finds no final boundary; most other receivers ignore the \
        bytes.
        """
    let hint = "Write nothing but CRLF after the two dashes that end the close delimiter."
    let concerns: FormTraits = .irregularDelimiter

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--▸JUNK⏎"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎epilogue",
                remark: "on the next line it is an epilogue"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let close = form.close, !close.junk.isEmpty else { return }
        // Of a line without end, such as the zeros of a whole buffer, only the first bytes are called junk.
        let range = close.junk.lowerBound..<(close.ending == .none ? form.length : close.junk.upperBound)
        let opening = form.kept.window(at: range.lowerBound, before: 0, after: min(range.count, 24)).bytes
        report.add(self, Self.message(opening, range.count), at: range)
    }

    private static func message(_ bytes: ArraySlice<UInt8>, _ count: Int) -> String {
        let text = PrintableText.text(bytes, limit: 24) + (count > bytes.count ? "…" : "")
        return
            "\(count == 1 ? "1 byte follows" : "\(count) bytes follow") the close delimiter on its line: `\(text)`"
    }
}
