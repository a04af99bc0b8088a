import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/obs-fold`: a field of the head is folded over more than one line.
struct FramingObsFold: Rule {
    let id = "framing/obs-fold"
    let title = "folded field line"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "5.2")]
    let rationale = """
        Folding a field over several lines is a habit of mail that HTTP forbids to senders. Node answers 400, Go joins \
        the lines, and a filter before the server may see another value than the server does.
        """
    let hint =
        "Put each field on one line."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a▸⏎␠b⏎"),
                remark: "the value goes on in the next line"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a␠␠␉b⏎"),
                remark: "blanks within one line"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data;⏎␠boundary=AaB03x⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "Content-Type has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // Blanks alone on the line before the first delimiter were meant as the blank line: framing/missing-blank-line.
        let formStart = context.delimiterInHead?.range.lowerBound
        let lines = context.fields.lines.filter { line in
            // Folds in these fields are reported by content-type/obs-fold and framing/te-obfuscated.
            line.foldCount > (line.range.upperBound == formStart ? 1 : 0)
                && !context.fields[line.name].equalsIgnoringCase("content-type")
                && !context.fields[line.name].equalsIgnoringCase("transfer-encoding")
        }
        guard let first = lines.first else { return }
        let text = context.fields[first.range]
        guard let lineBreak = text.firstIndex(where: \.isLineBreak) else { return }
        let rest = text[lineBreak...]
        let end = rest.firstIndex { !$0.isLineBreak && !$0.isBlank } ?? rest.endIndex
        let start = first.range.lowerBound + (lineBreak - text.startIndex)
        report.add(
            self,
            Self.message(PrintableText.text(context.fields[first.name], limit: 40), first.foldCount + 1)
                + Recurrence.words(forOthers: lines.count - 1),
            at: start..<(start + (end - lineBreak)),
            in: .head
        )
    }

    private static func message(_ name: String, _ count: Int) -> String {
        "the field `\(name)` is folded over \(count) lines"
    }
}
