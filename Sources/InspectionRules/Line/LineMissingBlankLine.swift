import Bytes
import Exchanges
import Forms
import Inspection

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

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎▸{\"x\": 1}⏎--AaB03x--⏎",
                remark: "content with a colon, yet no field name before it"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎␠⏎▸1⏎--AaB03x--⏎",
                remark: "a line with a space is not blank"
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
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts {
            guard let start = Self.contentStart(part) else { continue }
            let bytes = form.kept.window(at: start, before: 0, after: 64).bytes.prefix { !$0.isLineBreak }
            if let blanks = Self.blanks(before: start, in: form) {
                report.add(
                    self,
                    Self.filled(part, blanks, bytes),
                    at: start..<(start + bytes.count),
                    part: part.number,
                    hint: "Write nothing between the two line ends after the last header line of a part."
                )
                return
            }
            found.add(Self.message(part, bytes), at: start..<(start + bytes.count), part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func contentStart(_ part: BodyPart) -> Int? {
        if part.headerEnd == .content { return part.header.lines.isEmpty ? nil : part.content.lowerBound }
        return part.contentAmongHeader?.range.lowerBound
    }

    /// The blanks of the line before a place, where it has nothing else.
    private static func blanks(before start: Int, in form: Form) -> ArraySlice<UInt8>? {
        var before = form.kept.window(at: start, before: 40, after: 0).bytes
        while before.last?.isLineBreak ?? false { before.removeLast() }
        let text = before.lastIndex { !$0.isBlank }.map { before[...$0] } ?? []
        let blanks = before[text.endIndex...]
        return !blanks.isEmpty && text.last?.isLineBreak ?? false ? blanks : nil
    }

    private static func filled(_ part: BodyPart, _ blanks: ArraySlice<UInt8>, _ bytes: ArraySlice<UInt8>)
        -> String
    {
        "the blank line after the header of \(part.words) holds \(DelimiterSite.words(forBlanks: blanks)), so that it ends "
            + "no header: the content `\(PrintableText.text(bytes, limit: 40))` is read as a header line"
    }

    private static func message(_ part: BodyPart, _ bytes: ArraySlice<UInt8>) -> String {
        "no blank line stands between the header of \(part.words) and its content "
            + "`\(PrintableText.text(bytes, limit: 40))`, which is read as a header line"
    }
}
