import Bytes
import Exchanges
import Inspection

/// `framing/te-not-final-chunked`: the last transfer coding of a request is not chunked.
struct FramingTENotFinalChunked: Rule {
    let id = "framing/te-not-final-chunked"
    let title = "chunked is not the last transfer coding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.1"), .rfc(9112, "6.3")]
    let rationale = """
        Only chunks show where the body of such a request ends, so chunked must be applied last; a server \
        has to answer 400 otherwise. Go answers 501, Node 400; a server that accepts it can be used to \
        smuggle requests.
        """
    let hint =
        "Make chunked the last coding, or send the body without Transfer-Encoding and with Content-Length."
    let needs = Fidelity.wire
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked, ▸gzip⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "chunked is not last"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: ▸gzip⏎Content-Length: 69⏎"),
                remark: "no chunked at all"
            ),
            .nearMissRequest(
                RuleExample.upload(
                    "Transfer-Encoding: gzip, Chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "chunked is last, in any letter case"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: identity⏎Content-Length: 69⏎"),
                remark: "identity is not a coding: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let last = TransferCodings(context)?.all.last?.name else { return }
        let name = context.fields[last]
        guard !name.equalsIgnoringCase("chunked"), !name.equalsIgnoringCase("identity") else { return }
        report.add(self, Self.message(PrintableText.text(name, limit: 40)), at: last, in: .head)
    }

    private static func message(_ name: String) -> String {
        "the last transfer coding is `\(name)`, so nothing shows where the body ends"
    }
}
