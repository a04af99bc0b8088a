import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/space-before-colon`: a blank stands between the name of a field and its colon.
struct FramingSpaceBeforeColon: Rule {
    let id = "framing/space-before-colon"
    let title = "blank before the colon of a field"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "5.1")]
    let rationale = """
        A server must answer 400 to a blank between a field's name and its colon: some recipients skip the blank \
        and others take it for part of the name, so they see different fields. Go and Node do answer 400.
        """
    let hint =
        "Write the colon directly after the name."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length▸ : 69⏎"),
                remark: "the server may see no Content-Length"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length:␠␠69⏎"), remark: "blanks after the colon"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing != .h2Data else { return }
        let lines = context.fields.lines.filter { line in
            line.colon.map { $0 > line.name.upperBound } ?? false && !line.name.isEmpty
                // Such a blank is reported by framing/te-obfuscated.
                && !context.fields[line.name].equalsIgnoringCase("transfer-encoding")
        }
        guard let first = lines.first, let colon = first.colon else { return }
        let name = PrintableText.text(context.fields[first.name], limit: 40)
        report.add(
            self,
            Self.message(name) + Recurrence.words(forOthers: lines.count - 1),
            at: first.name.upperBound..<colon,
            in: .head
        )
    }

    private static func message(_ name: String) -> String { "a blank stands between `\(name)` and its colon" }
}
