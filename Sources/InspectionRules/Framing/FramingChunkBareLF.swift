import Exchanges
import Inspection

/// `framing/chunk-bare-lf`: a line of the chunked coding ends in LF without CR.
struct FramingChunkBareLF: Rule {
    let id = "framing/chunk-bare-lf"
    let title = "bare LF in the chunked coding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1")]
    let rationale = """
        The lines of the chunked coding end in CRLF; the leniency of RFC 9112 towards LF covers the start line and the \
        fields only. Go accepts, Node answers 400; a proxy and a server that differ here see different requests.
        """
    let hint = "Write CRLF after each chunk size and after each chunk's data."
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45▸␊" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "LF after the chunk size"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "2⏎1␊⏎0⏎⏎"),
                remark: "LF in the chunk's data"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let faults = FaultyFraming(context, .chunkBareLF) else { return }
        report.add(self, Self.message(faults.count), at: faults.first.range, in: .wire)
    }

    private static func message(_ count: Int) -> String {
        count == 1
            ? "a line of the chunked coding ends in LF without CR"
            : "at least \(count) lines of the chunked coding end in LF without CR, the first one here"
    }
}
