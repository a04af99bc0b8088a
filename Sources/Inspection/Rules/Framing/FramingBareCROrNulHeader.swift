import Bytes
import Exchanges
import Forms

/// `framing/bare-cr-or-nul-header`: a field of the head holds a CR that ends no line, or a NUL.
struct FramingBareCROrNulHeader: Rule {
    let id = "framing/bare-cr-or-nul-header"
    let title = "CR or NUL in a field"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.5"), .rfc(9112, "2.2")]
    let rationale = """
        CR, LF and NUL within a field value are invalid and dangerous: a recipient that ends the line at a CR sees \
        one field more, and one that stores a C string loses the rest. A recipient must refuse them or replace them \
        by spaces.
        """
    let hint =
        "Remove control characters from values before they become fields."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    let examples: [RuleExample] = [
        .violatingRequest(
            RuleExample.upload("Content-Length: 69⏎X-A: a▸␍b⏎"),
            remark: "a CR in the value"
        ),
        .violatingRequest(
            RuleExample.upload("Content-Length: 69⏎X-A: a▸⟨00⟩⏎"),
            remark: "a NUL at its end"
        ),
        .nearMissRequest(RuleExample.upload("Content-Length: 69⏎X-A: a␉b⏎"), remark: "a tab"),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data else { return }
        let bytes = context.fields.bytes
        let nul = bytes.firstIndex(of: 0).map { $0 + context.fields.base }
        guard let offset = [nul, context.fields.firstLoneCR].compactMap(\.self).min(),
            let line = context.fields.lines.first(where: { $0.range.contains(offset) }),
            // Such bytes are reported by content-type/control-or-nonascii.
            !context.fields[line.name].equalsIgnoringCase("content-type")
        else { return }
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

    private static func message(_ byte: String, _ name: String) -> String {
        "a \(byte) stands in the field `\(name)`"
    }
}
