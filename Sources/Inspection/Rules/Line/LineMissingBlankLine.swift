import Bytes
import Exchanges
import Forms

/// `line/missing-blank-line`: content directly after the header lines of a part.
struct LineMissingBlankLine: Rule {
    let id = "line/missing-blank-line"
    let title = "no blank line between header and content of a part"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        A blank line ends the header of a part. Without it the content is read as header lines: Go ("malformed MIME \
        header: missing colon"), busboy, python-multipart and Python's multipart refuse the form, PHP, Werkzeug and \
        Rack take what follows the next blank line for the field's content, and Django loses the field.
        """
    let hint =
        "Write CRLF twice after the last header line of each part: once to end it, once as the blank line."
    let needs = Fidelity.body
    let concerns: FormTraits = .irregularLine

    let examples: [RuleExample] = [
        .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸1⏎--AaB03x--⏎"),
        .violating(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸{\"x\": 1}⏎--AaB03x--⏎",
            remark: "content with a colon, yet no field name before it"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎x: y⏎--AaB03x--⏎",
            remark: "content like a header line, after the blank line"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎--AaB03x--⏎",
            remark: "no content either"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎l1⏎--AaB03x⏎l2⏎--AaB03x--⏎",
            remark: "no header line before it: the boundary stands in content"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts {
            guard let start = Self.contentStart(part) else { continue }
            let bytes = form.kept.window(at: start, before: 0, after: 64).bytes.prefix { $0 != 0x0A }
            found.add(Self.message(part, bytes), at: start..<(start + bytes.count), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func contentStart(_ part: BodyPart) -> Int? {
        if part.headerEnd == .content { return part.header.lines.isEmpty ? nil : part.content.lowerBound }
        return part.contentAmongHeader?.range.lowerBound
    }

    private static func message(_ part: BodyPart, _ bytes: ArraySlice<UInt8>) -> String {
        "no blank line stands between the header of \(part.words) and its content "
            + "`\(PrintableText.text(bytes, limit: 40))`, which is read as a header line"
    }
}
