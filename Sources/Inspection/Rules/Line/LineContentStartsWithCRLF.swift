import Bytes
import Exchanges
import Forms

/// `line/content-starts-with-crlf`: content that begins with an empty line.
struct LineContentStartsWithCRLF: Rule {
    let id = "line/content-starts-with-crlf"
    let title = "content begins with a line break"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        One blank line ends the header; a second one is the first line of the content, and every receiver keeps it. It \
        is legal, and mostly an encoder that writes one CRLF too many: values compare unequal, and a file whose \
        signature comes two bytes late does not open.
        """
    let hint =
        "Write one blank line between the header lines and the content, unless the value is meant to begin so."
    let needs = Fidelity.body
    let concerns: FormTraits = .contentLineBreaks

    let examples: [RuleExample] = [
        .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸⏎1⏎--AaB03x--⏎"),
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.pdf\"⏎⏎▸⏎%PDF-1.7⏎--AaB03x--⏎",
            remark: "a file's signature comes after it"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎⏎--AaB03x--⏎",
            remark: "a value that is only a line break"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎⏎⏎1⏎--AaB03x--⏎",
            remark: "a text file may begin with an empty line"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts where Self.startsWithCRLF(part) {
            let start = part.content.lowerBound
            found.add(Self.message(part), at: start..<(start + 2), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func startsWithCRLF(_ part: BodyPart) -> Bool {
        let sample = part.facts.sample
        guard sample.count > 2, sample[0] == 0x0D, sample[1] == 0x0A else { return false }
        let rest = sample.drop(while: \.isLineBreak)
        return part.isFile ? signatures.contains { rest.starts(with: $0) } : !rest.isEmpty
    }

    /// The first bytes of files that cannot begin with a line break: PNG, JPEG, GIF, PDF, ZIP, gzip.
    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38], [0x25, 0x50, 0x44, 0x46],
        [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B, 0x08],
    ]

    private static func message(_ part: BodyPart) -> String {
        "the content of \(part.words) begins with an empty line: "
            + "`\(PrintableText.text(part.facts.sample, limit: 24))`"
    }
}
