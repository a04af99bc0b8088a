import Bytes
import Exchanges
import Forms
import Inspection

/// `line/content-starts-with-crlf`: content that begins with an empty line.
struct LineContentStartsWithCRLF: Rule {
    let id = "line/content-starts-with-crlf"
    let title = "content begins with a line break"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        One blank line ends the header; a second one is the first line of the content, and every receiver keeps it. \
        It is legal; usually an encoder writes one CRLF too many, so values do not compare equal. A file whose \
        signature comes two bytes late cannot be opened, which is an error.
        """
    let hint =
        "Write one blank line between the header lines and the content, unless the value is meant to begin so."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .contentLineBreaks

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎▸⏎1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎⏎"
                    + "▸⏎⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩⏎--AaB03x--⏎",
                remark: "an error: the signature of a PNG comes after it"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.pdf\"⏎⏎▸⏎%PDF-1.7⏎--AaB03x--⏎",
                remark: "a warning: readers of PDF look for its signature in the first 1,024 bytes"
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
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form else { return }
        var values = Recurrence(limit: 1)
        var files = Recurrence()
        for part in form.parts where part.facts.opening.first?.isLineBreak ?? false {
            let opening = part.facts.opening
            let start = part.content.lowerBound
            let breaks = opening.prefix(while: \.isLineBreak).count
            let rest = opening.dropFirst(breaks)
            if let signature = FileSignature(rest.prefix(12)), breaks <= 8 {
                files.add(
                    Self.message(part, signature, breaks),
                    at: start..<(start + breaks),
                    part: part.number,
                    severity: signature == .pdf ? .warning : .error
                )
            } else if !part.isFile, opening.starts(with: [0x0D, 0x0A]), !rest.isEmpty {
                values.add(Self.message(part), at: start..<(start + 2), part: part.number)
            }
        }
        files.report(as: self, to: &report)
        values.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ signature: FileSignature, _ breaks: Int) -> String {
        "the \(signature.rawValue) in \(part.words) starts \(breaks == 1 ? "1 byte" : "\(breaks) bytes") late, after "
            + (breaks == 2 ? "a stray CRLF" : "stray line ends")
            + (signature == .pdf ? ": servers store it so" : ": servers store a broken file")
    }

    private static func message(_ part: BodyPart) -> String {
        "the content of \(part.words) begins with an empty line: "
            + "`\(PrintableText.text(part.facts.sample, limit: 24))`"
    }
}
