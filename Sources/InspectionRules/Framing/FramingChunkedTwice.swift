import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/chunked-twice`: the chunked coding is named more than once.
struct FramingChunkedTwice: Rule {
    let id = "framing/chunked-twice"
    let title = "chunked named twice"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.1")]
    let rationale = """
        A body is cut into chunks once, as the last coding. Where chunked is named twice, one recipient \
        decodes the chunks once and another twice, or refuses the request.
        """
    let hint =
        "Name chunked once, and check whether both your code and the library cut the body into chunks."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked, ▸chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "twice in one list"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎Transfer-Encoding: ▸chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "twice in two lines"
            ),
            .nearMissRequest(
                RuleExample.upload(
                    "Transfer-Encoding: gzip, chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎⏎"
                ),
                remark: "once"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let codings = TransferCodings(context) else { return }
        let chunked = codings.all.filter { context.fields[$0.name].equalsIgnoringCase("chunked") }
        guard chunked.count > 1 else { return }
        report.add(self, Self.message(chunked.count), at: chunked[1].name, in: .head)
    }

    private static func message(_ count: Int) -> String { "chunked is named \(count) times" }
}
