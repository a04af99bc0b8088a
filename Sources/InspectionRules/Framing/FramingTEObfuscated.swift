import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/te-obfuscated`: Transfer-Encoding is written so that some recipients overlook it.
struct FramingTEObfuscated: Rule {
    let id = "framing/te-obfuscated"
    let title = "hidden Transfer-Encoding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.1"), .rfc(9112, "5.1"), .rfc(9112, "11.2")]
    let rationale = """
        With a blank before the colon, a control character or a quote beside the coding, or a folded line, some \
        recipients recognise Transfer-Encoding and others do not, so they find different ends of the body. This is \
        how requests are smuggled; Go and Node answer 400.
        """
    let hint = "Write `Transfer-Encoding: chunked` on one line, or leave it to the HTTP library."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("▸Transfer-Encoding : chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a blank before the colon"
            ),
            .violatingRequest(
                RuleExample.upload("▸Transfer-Encoding: ⟨0B⟩chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a vertical tab before the coding"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: gzip⏎▸Transfer-Encoding: chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "two lines: legal, and a warning"
            ),
            .nearMissRequest(
                RuleExample.upload("transfer-encoding: chunKed⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "letters may be large or small"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let codings = TransferCodings(context) else { return }
        for line in codings.lines {
            let coding = codings.all.first { line.value.contains($0.name.lowerBound) }
            let message: String
            if line.colon != line.name.upperBound {
                message = Self.blank
            } else if line.foldCount > 0 {
                message = Self.folded
            } else if let disguise = coding?.disguise {
                message = Self.disguised(PrintableText.text([disguise]))
            } else {
                continue
            }
            report.add(self, message, at: line.range, in: .head)
            return
        }
        guard codings.lines.count > 1 else { return }
        report.add(
            self,
            Self.repeated(codings.lines.count),
            at: codings.lines[1].range,
            in: .head,
            severity: .warning
        )
    }

    private static let blank = "a blank before its colon hides Transfer-Encoding from some recipients"
    private static let folded =
        "Transfer-Encoding is folded over several lines, which hides it from some recipients"

    private static func disguised(_ byte: String) -> String {
        "`\(byte)` beside the coding hides Transfer-Encoding from some recipients"
    }

    private static func repeated(_ count: Int) -> String {
        "Transfer-Encoding stands in \(count) lines, of which some recipients read only one"
    }
}
