import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/bare-cr-or-nul-header`: a field of the head holds a CR that ends no line, or a NUL.
struct FramingBareCROrNulHeader: Rule {
    let id = "framing/bare-cr-or-nul-header"
    let title = "CR or NUL in a field"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.5"), .rfc(9112, "2.2")]
    let rationale = """
        CR, LF and NUL within a field value are invalid and dangerous: a recipient that ends the line at a CR sees \
        one field more, and one that stores a C string loses the rest. A recipient must refuse them or replace them \
        by spaces. Go and Node answer 400, also to a CR before the CR LF of a line. Another recipient may keep that \
        one: at the end of Content-Type it would be the last character of the boundary.
        """
    let hint =
        "Remove control characters from values before they become fields."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a▸␍b⏎"),
                remark: "a CR in the value"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a▸⟨00⟩⏎"),
                remark: "a NUL at its end"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a▸␍⏎"),
                remark: "a CR before the CR LF that ends the line"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1▸␍⏎Host: a␍⏎Content-Type: \(RuleExample.contentType)␍⏎Content-Length: 69␍⏎␍⏎"
                    + RuleExample.oneField(),
                remark: "each line ends in CR CR LF"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎X-A: a␉b⏎"), remark: "a tab"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data else { return }
        let bytes = context.fields.bytes
        let nul = bytes.firstIndex(of: 0).map { $0 + context.fields.base }
        guard let offset = [nul, context.fields.firstLoneCR].compactMap(\.self).min(),
            let line = context.fields.lines.first(where: { $0.range.contains(offset) }),
            // Such bytes are reported by content-type/control-or-nonascii.
            !context.fields[line.name].equalsIgnoringCase("content-type")
        else { return judgeLineEnds(context, &report) }
        report.add(
            self,
            Self.message(
                offset == nul ? "NUL" : "CR",
                PrintableText.text(context.fields[line.name], limit: 40)
            ),
            at: offset..<(offset + 1),
            in: .head
        )
    }

    /// Looks for lines that end in CR CR LF.
    private func judgeLineEnds(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        let lines = context.fields.lines.filter { $0.ending == .crcrlf }
        let isStartLine = context.request?.head.startLineEnding == .crcrlf
        guard let end = isStartLine ? context.fields.base : lines.first?.range.upperBound else { return }
        let place = (end - LineEnding.crcrlf.length)..<(end - LineEnding.crlf.length)
        if isStartLine, lines.count == context.fields.lineCount {
            report.add(self, Self.everyLine, at: place, in: .head, hint: Self.textModeHint)
            return
        }
        let name = lines.first.map { PrintableText.text(context.fields[$0.name], limit: 40) }
        let others = lines.count - (isStartLine ? 0 : 1)
        report.add(
            self,
            Self.atEnd(isStartLine ? nil : name) + Recurrence.words(forOthers: others),
            at: place,
            in: .head,
            hint: Self.endHint
        )
    }

    private static let everyLine = "each line of the head ends in CR CR LF"

    private static let textModeHint =
        "Write the head in binary mode: a text mode that expands LF to CR LF has made CR CR LF of each CR LF."

    private static func atEnd(_ name: String?) -> String {
        "a CR stands at the end of \(name.map { "the field `\($0)`" } ?? "the request line"), before the CR LF that ends "
            + "the line"
    }

    private static let endHint = """
        Remove the line end from the value before it becomes a field: a file with the line ends of Windows, or the \
        output of a command, leaves a CR at the end of each line that is read from it.
        """

    private static func message(_ byte: String, _ name: String) -> String {
        "a \(byte) stands in the field `\(name)`"
    }
}
