import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/missing-blank-line`: the first delimiter of the form stands among the lines of the head.
struct FramingMissingBlankLine: Rule {
    let id = "framing/missing-blank-line"
    let title = "no blank line between the head and the body"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "2.1")]
    let rationale = """
        An empty line ends the head. Without it the first delimiter and the header lines of the first part are lines of \
        the head, which ends only at the blank line of that part; its content stands before all delimiters, and the \
        length of the body is less than was counted. Go and Node answer 400 to the delimiter, which is no field.
        """
    let hint = "Write an empty line, CR LF, after the last field of the head and before the first delimiter."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎▸"
                    + RuleExample.oneField(),
                remark: "the delimiter follows the last field directly"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎␠⏎▸"
                    + RuleExample.oneField(),
                remark: "a line with a blank, which goes on with the field above it"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "an empty line before it"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data, let line = context.delimiterInHead else { return }
        let text = context.fields[line.range].prefix { !$0.isLineBreak }
        report.add(
            self,
            Self.message(
                PrintableText.text(text, limit: 80),
                isBlank: Self.followsBlanks(line, context.fields)
            ),
            at: line.range.lowerBound..<(line.range.lowerBound + text.count),
            in: .head
        )
    }

    /// Whether the line before consists of blanks, which makes it part of the field above it.
    private static func followsBlanks(_ line: FieldLine, _ fields: FieldSection) -> Bool {
        guard let before = fields.lines.last(where: { $0.range.upperBound == line.range.lowerBound }),
            before.foldCount > 0
        else { return false }
        let text = fields[before.range]
        let last = text[..<(text.lastIndex { !$0.isLineBreak } ?? text.startIndex)]
        return last.suffix(from: last.lastIndex(where: \.isLineBreak) ?? last.startIndex)
            .allSatisfy { $0.isBlank || $0.isLineBreak }
    }

    private static func message(_ delimiter: String, isBlank: Bool) -> String {
        "the first delimiter `\(delimiter)` stands in the head of the request, because "
            + (isBlank
                ? "the line before it holds blanks and so ends no head"
                : "the blank line after the head is missing")
            + ": the first part is lost"
    }
}
