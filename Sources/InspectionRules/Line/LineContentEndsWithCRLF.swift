import Bytes
import Exchanges
import Forms
import Inspection

/// `line/content-ends-with-crlf`: a field's value that ends in a line break of its own.
struct LineContentEndsWithCRLF: Rule {
    let id = "line/content-ends-with-crlf"
    let title = "value ends in a line break"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Of two CRLFs before a delimiter, the second belongs to the delimiter and the first to the content, and \
        every receiver keeps it. It is legal; usually an encoder ends each value with CRLF and then writes the \
        delimiter with its own CRLF.
        """
    let hint =
        "Write one CRLF between the value and the delimiter, unless the value is meant to end in a line break."
    let needs = Fidelity.body
    let concerns: FormTraits = .contentLineBreaks

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⏎⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⏎⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"f\"; filename=\"x.pdf\"⏎Content-Type: application/pdf⏎⏎"
                    + "%PDF-1.7⏎%%EOF⏎⏎--AaB03x--⏎",
                remark: "a warning: the encoder writes one after each content, and files are longer for it"
            ),
            .nearMiss("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎",
                remark: "the line break of a delimiter that is missing"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎⏎1⏎⏎--AaB03x--⏎",
                remark: "a text file ends in a line break"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: application/json⏎⏎{}⏎⏎--AaB03x--⏎",
                remark: "white space means nothing there"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData || !context.isMultipart, let form = context.form else { return }
        if let part = Self.firstOfAll(form) {
            let end = part.content.upperBound
            report.add(
                self,
                Self.message(all: form.parts.count),
                at: (end - 2)..<end,
                part: part.number,
                severity: .warning,
                hint: Self.allHint
            )
            return
        }
        var found = Recurrence(limit: 1)
        for part in form.parts where part.isPlainText && part.content.count > 2 {
            // Where the body ends without a delimiter, the line break is the beginning of the one that is missing.
            guard part.content.upperBound < form.length else { continue }
            guard part.facts.endsInCRLF, !part.facts.sample.allSatisfy(\.isLineBreak) else {
                continue
            }
            let end = part.content.upperBound
            found.add(Self.message(part), at: (end - 2)..<end, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    /// The first part, where the contents of all end in a line break, and a value's is among those of three parts, or beside
    /// that of a file that is no text: the encoder writes it.
    private static func firstOfAll(_ form: Form) -> BodyPart? {
        guard form.close != nil, form.partCount == form.keptPartCount, let first = form.parts.first,
            form.parts.contains(where: \.isPlainText),
            form.parts.allSatisfy({
                $0.facts.endsInCRLF && $0.content.count > 2 && !$0.facts.sample.allSatisfy(\.isLineBreak)
            })
        else { return nil }
        let hasBinary = form.parts.contains { part in
            part.isFile && part.declaredType.map { FileSignature(mediaType: $0) != nil } ?? false
        }
        return form.parts.count > 2 || hasBinary ? first : nil
    }

    private static let allHint =
        "Write one CRLF between a content and the delimiter: the first of two belongs to the content."

    private static func message(all count: Int) -> String {
        "the contents of all \(count) parts end in a line break of their own: the encoder writes one after "
            + "each of them, and another one before each delimiter"
    }

    private static func message(_ part: BodyPart) -> String {
        "the value of \(part.words) ends in a line break of its own, before that of the delimiter"
    }
}

extension BodyPart {
    /// Whether the part is a text field: not a file, and of no type or of text/plain.
    var isPlainText: Bool {
        guard !isFile else { return false }
        return mediaType.map { header[$0.type].equalsIgnoringCase("text/plain") } ?? true
    }
}
