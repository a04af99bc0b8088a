import Bytes
import Forms
import Inspection

/// `part/header-in-content`: the header line of a part stands in the content of another one.
///
/// Where a line of dashes precedes the header line, `boundary/lookalike-delimiter` reports it.
struct PartHeaderInContent: Rule {
    let id = "part/header-in-content"
    let title = "header of a part in the content of another"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A part begins with a delimiter. Without one, its header lines and its content are read as the end of the \
        part before it: android-async-http wrote several files this way, and servers stored one file that contained \
        all the others.
        """
    let hint = "Write a delimiter before the header lines of each part, also between two files of one field."
    let evidence = Evidence.sample
    let concerns: FormTraits = .strayHeader

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"1\"⏎⏎one⏎"
                    + "▸Content-Disposition: form-data; name=\"f\"; filename=\"2\"⏎⏎two⏎--AaB03x--⏎"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"1.eml\"⏎⏎Subject: x⏎"
                    + "Content-Disposition: attachment; filename=\"2\"⏎⏎two⏎--AaB03x--⏎",
                remark: "a message of mail"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎⏎one⏎--other⏎"
                    + "Content-Disposition: form-data; name=\"g\"⏎⏎two⏎--AaB03x--⏎",
                remark: "there is a delimiter, of another boundary"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎⏎the line Content-Disposition: form-data⏎--AaB03x--⏎",
                remark: "a text that mentions it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form else { return }
        var last = 0
        var count = 0
        for header in form.strayHeaders where header.part != last && header.hasParameter && count < 16 {
            guard form.parts.indices.contains(header.part - 1) else { continue }
            let part = form.parts[header.part - 1]
            guard !header.line.starts(with: [0x2D, 0x2D]), header.endsLines(as: part),
                !header.followsLookalike(in: part, of: form.delimiterText)
            else { continue }
            report.add(self, Self.message, at: header.header, part: part.number)
            last = header.part
            count += 1
        }
    }

    private static let message =
        "the header line of a part stands in the content, with no delimiter before it"
}
