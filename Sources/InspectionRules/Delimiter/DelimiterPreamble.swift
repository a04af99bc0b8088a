import Bytes
import Forms
import Inspection

/// `delimiter/preamble`: text before the first delimiter.
///
/// Where a line that begins with two dashes stands before a part's header there, `boundary/lookalike-delimiter` reports
/// it.
struct DelimiterPreamble: Rule {
    let id = "delimiter/preamble"
    let title = "text before the first delimiter"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Receivers must ignore a preamble, and senders should not write one. python-multipart refuses the form \
        ("Expected boundary character 45"), and ModSecurity's strict rules block it. In mail it held a note for old \
        mail programs; in a form it is a mistake. Where it is a part, the delimiter before that part is missing, or was \
        written after it: the field is lost, which is an error.
        """
    let hint = "Write nothing before the first delimiter."
    let evidence = Evidence.delimiter
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating(
                "▸This is a preamble⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"
            ),
            .violating(
                "▸Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"b\"⏎⏎2⏎--AaB03x--⏎",
                remark: "an error: the first delimiter is missing"
            ),
            .violating(
                "▸tent-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "an error: the first bytes of the form are missing"
            ),
            .nearMiss(
                "⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "only a line break"
            ),
            .violating(
                "▸--AaB03x:Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "the line of the first delimiter goes on with the header"
            ),
            .nearMiss(
                "junk--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "on the delimiter's own line, which is worse"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, !form.preamble.isEmpty, form.ending != .noDelimiter,
            let delimiter = form.firstDelimiter,
            delimiter.precedent == .crlf || delimiter.precedent == .crcrlf
        else { return }
        let opening = form.kept.window(at: 0, before: 0, after: min(form.preamble.count, 1024)).bytes
        guard opening.count < form.preamble.count || !opening.allSatisfy(\.isLineBreak) else { return }
        if context.isFormData || !context.isMultipart, let part = HeadedPreamble(form) {
            guard part.line.isEmpty else { return }
            report.add(self, Self.message(part), at: part.header, severity: .error, hint: Self.partHint)
            return
        }
        let isOther = context.isMultipart && !context.isFormData
        let message = Self.message(form.preamble.count, opening)
        if !isOther, form.holdsHeader(form.preamble) {
            report.add(self, message + Self.lost, at: form.preamble, severity: .error, hint: Self.lineHint)
        } else {
            report.add(self, message, at: form.preamble, severity: isOther ? .note : nil)
        }
    }

    private static let partHint =
        "Write two dashes, the boundary and CRLF before each part, also before the first one."

    private static let lost = "; the header of a part is among them, and receivers drop that part"
    private static let lineHint =
        "Write the first delimiter as the others: two dashes, the boundary and CRLF on a line of its own, and the header "
        + "after it."

    private static func message(_ part: HeadedPreamble) -> String {
        let missing =
            part.cutName == nil
            ? "the first delimiter is missing"
            : "the first delimiter is missing, and the first bytes of the header after it"
        return "\(missing): receivers take the part for a preamble, and field "
            + "`\(PrintableText.text(part.name, limit: 60))` is lost"
    }

    private static func message(_ count: Int, _ opening: ArraySlice<UInt8>) -> String {
        let bytes = count == 1 ? "1 byte stands" : "\(count) bytes stand"
        return "\(bytes) before the first delimiter: `\(PrintableText.text(opening, limit: 40))`"
    }
}

extension Form {
    /// The first delimiter, whether it begins a part or ends the form; `nil` where there is none.
    var firstDelimiter: Delimiter? {
        var sites = DelimiterSites(self)
        return sites.next()?.delimiter
    }
}
