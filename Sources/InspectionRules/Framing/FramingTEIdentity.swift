import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/te-identity`: Transfer-Encoding names identity.
struct FramingTEIdentity: Rule {
    let id = "framing/te-identity"
    let title = "transfer coding identity"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9112, "7"), .rfc(9112, "6.1")]
    let rationale = """
        The coding `identity` of the first HTTP/1.1 stood for no coding and was withdrawn. Go answers 501 \
        and Node 400 to it today, and servers that still know it read the length of the body differently.
        """
    let hint =
        "Remove Transfer-Encoding and send Content-Length."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: ▸identity⏎Content-Length: 69⏎"),
                remark: "a coding that is none"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "chunked"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let codings = TransferCodings(context) else { return }
        let identity = codings.all.first { context.fields[$0.name].equalsIgnoringCase("identity") }
        guard let identity else { return }
        report.add(self, Self.message, at: identity.name, in: .head)
    }

    private static let message = "Transfer-Encoding says `identity`, which HTTP no longer has"
}
