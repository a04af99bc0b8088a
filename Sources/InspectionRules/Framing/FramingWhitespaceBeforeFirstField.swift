import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/whitespace-before-first-field`: a blank stands between the start line and the first field.
struct FramingWhitespaceBeforeFirstField: Rule {
    let id = "framing/whitespace-before-first-field"
    let title = "blank before the first field"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "2.2")]
    let rationale = """
        A recipient must refuse such a line or ignore it. A recipient that takes it for a continuation of the \
        request line, or for a field, sees another request than others do.
        """
    let hint =
        "Begin the first field line with its name."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎▸␠Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "an indented field"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "no blank"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data, let first = context.fields.lines.first,
            context.fields[first.range].first?.isBlank ?? false
        else { return }
        let text = PrintableText.text(context.fields[first.name], limit: 40)
        report.add(self, Self.message(text), at: first.range.lowerBound..<first.name.lowerBound, in: .head)
    }

    private static func message(_ name: String) -> String {
        "a blank stands before the first field, `\(name)`"
    }
}
