import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/te-unknown`: Transfer-Encoding names a coding that is not registered.
struct FramingTEUnknown: Rule {
    let id = "framing/te-unknown"
    let title = "unknown transfer coding"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9112, "6.1"), .rfc(9112, "7")]
    let rationale = """
        A server that does not know a transfer coding should answer 501, because it cannot read the body. Go does, \
        Node answers 400. Codings of the content itself, such as br, belong in Content-Encoding.
        """
    let hint =
        "Use chunked alone; name what is done to the content in Content-Encoding."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: ▸br, chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a content coding in the wrong field"
            ),
            .nearMissRequest(
                RuleExample.upload(
                    "Transfer-Encoding: x-gzip, chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "an old name of gzip"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let codings = TransferCodings(context) else { return }
        let unknown = codings.all.first { !Self.isKnown(context.fields[$0.name]) }
        guard let unknown else { return }
        let name = PrintableText.text(context.fields[unknown.name], limit: 40)
        report.add(self, Self.message(name), at: unknown.name, in: .head)
    }

    private static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        // Parameters do not stand in the way: the names end before them. identity has a rule of its own.
        ["chunked", "gzip", "deflate", "compress", "x-gzip", "x-compress", "identity"].contains {
            name.elementsEqual($0.utf8) || name.map(\.lowercased).elementsEqual($0.utf8)
        }
    }

    private static func message(_ name: String) -> String {
        "`\(name)` is not a transfer coding that servers know"
    }
}
