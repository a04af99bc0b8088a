import Bytes
import Exchanges
import Forms
import Inspection

/// `line/blank-line-before-headers`: a blank line before the header lines of a part, or between them.
struct LineBlankLineBeforeHeaders: Rule {
    let id = "line/blank-line-before-headers"
    let title = "blank line before the header of a part"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        A part that begins with a blank line has no header: its header lines are content, and the field has no name. \
        busboy, Starlette and Python's multipart refuse the form, Go, PHP and Django lose the field, ModSecurity \
        misses Content-Disposition; Werkzeug and Rack read it as meant. Where the blank line stands between two header \
        lines, the second one and what follows it are content.
        """
    let hint =
        "Write the header lines directly after the CRLF of the delimiter line, without an empty line before or between them."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = [.irregularDisposition, .headerLikeContent]

    var examples: [RuleExample] {
        [
            .violating("--AaB03x⏎▸⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"),
            .violating(
                "--AaB03x⏎▸␊Content-Disposition: form-data; name=\"a\"⏎␊⏎␊1⏎␊--AaB03x--⏎␊",
                remark: "CR LF LF at each line end"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎▸⏎Content-Type: text/plain⏎⏎1⏎"
                    + "--AaB03x--⏎",
                remark: "between two header lines"
            ),
            .violating(
                "--AaB03x⏎Content-Type: text/plain⏎▸⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                remark: "the part has no name"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.eml\"⏎⏎Content-Type: text/plain⏎⏎1⏎"
                    + "--AaB03x--⏎",
                remark: "a message of mail"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"headers\"⏎⏎Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎",
                remark: "a value that may be meant so"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain⏎⏎"
                    + "Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎",
                remark: "the header has the field already"
            ),
            .nearMiss(
                "--AaB03x⏎⏎see Content-Disposition: form-data⏎--AaB03x--⏎",
                remark: "a part without header whose text mentions one"
            ),
            .nearMiss(
                "--AaB03x⏎⏎one⏎Content-Disposition: form-data; name=\"a\"⏎--AaB03x--⏎",
                remark: "further down in the text"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var found = Recurrence(limit: 1)
        for part in form.parts where part.header.lines.isEmpty && part.headerEnd == .blankLine {
            guard Self.beginsWithHeader(part.facts.sample) else { continue }
            let blank = part.header.range.upperBound..<part.content.lowerBound
            let isDoubled = blank.count == 1 && part.delimiter.ending == .crlf
            found.add(
                Self.message(part),
                at: blank,
                part: part.number,
                hint: isDoubled ? Self.doubledHint : nil
            )
        }
        found.report(as: self, to: &report)
        guard context.isFormData || !context.isMultipart else { return }
        var early = Recurrence()
        for part in form.parts {
            guard let blank = EarlyBlankLine(part) else { continue }
            early.add(Self.message(part, blank), at: blank.range, part: part.number)
        }
        early.report(as: self, to: &report)
    }

    /// The hint where CR LF LF ends the delimiter line.
    static let doubledHint =
        "Write `\\r\\n` with a function that adds no line feed of its own, as print, puts and echo do: the line ends in "
        + "CR LF LF."

    private static func message(_ part: BodyPart, _ blank: EarlyBlankLine) -> String {
        "the blank line of part \(part.number) comes too early: `\(PrintableText.text(blank.line, limit: 80))` after it "
            + "is content, and not part of the header"
    }

    private static func beginsWithHeader(_ sample: [UInt8]) -> Bool {
        let text = sample.drop(while: \.isLineBreak)
        return text.startsIgnoringCase(with: "content-disposition:")
            || text.startsIgnoringCase(with: "content-type:")
    }

    private static func message(_ part: BodyPart) -> String {
        let line = part.facts.sample.drop(while: \.isLineBreak).prefix { !$0.isLineBreak }
        return
            "part \(part.number) begins with a blank line, so that `\(PrintableText.text(line, limit: 80))` is "
            + "content and the part has no name"
    }
}
