import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/h2-field-value`: a field of HTTP/2 has a name or a value that it must not have.
struct FramingH2FieldValue: Rule {
    let id = "framing/h2-field-value"
    let title = "field that HTTP/2 forbids"
    let severity = Severity.error
    let clauses = [Clause.rfc(9113, "8.2.1")]
    let rationale = """
        HTTP/2 carries names and values as they are, so that capitals in a name, blanks around a value and CR, LF or \
        NUL in it would reach HTTP/1 behind it. Such a request is malformed, and a server resets its stream.
        """
    let hint =
        "Write names in lowercase, and values without blanks around them and without control characters."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .http2
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎▸X-A: 1⏎⏎" + RuleExample.oneField,
                remark: "capitals in a name"
            ),
            .violatingRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎▸x-a: 1⟨00⟩⏎⏎"
                    + RuleExample.oneField,
                remark: "a NUL in a value"
            ),
            .nearMissRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎x-a: B C⏎⏎" + RuleExample.oneField,
                remark: "capitals and a blank within the value"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎X-A: 1⏎"), remark: "HTTP/1.1"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing == .h2Data else { return }
        for line in context.fields.lines {
            guard let fault = Self.fault(of: line, in: context.fields) else { continue }
            let name = PrintableText.text(context.fields[line.name], limit: 40)
            report.add(self, "the field `\(name)` \(fault)", at: line.range, in: .head)
            return
        }
    }

    /// What is wrong with a line, written as `name: value`: the blank after the colon belongs to that writing.
    private static func fault(of line: FieldLine, in fields: FieldSection) -> String? {
        if fields[line.name].contains(where: { $0 &- 0x41 < 26 }) { return capitals }
        if fields[line.value].contains(where: { $0 == 0 || $0.isLineBreak }) { return controls }
        guard let colon = line.colon, !line.value.isEmpty else { return nil }
        let end = line.range.upperBound - line.ending.length
        return line.value.lowerBound > colon + 2 || line.value.upperBound < end ? blanks : nil
    }

    private static let capitals = "has capitals in its name"
    private static let controls = "holds a CR, an LF or a NUL"
    private static let blanks = "has a blank before or after its value"
}
