import Exchanges
import Inspection

/// `framing/chunk-extension`: a chunk size is followed by an extension.
struct FramingChunkExtension: Rule {
    let id = "framing/chunk-extension"
    let title = "chunk extension"
    let severity = Severity.note
    let clauses = [Clause.rfc(9112, "7.1.1")]
    let rationale = """
        Extensions after a chunk size are legal, and receivers ignore those that they do not know. Few clients send \
        them, and some proxies and filters read them wrongly.
        """
    let hint = "Leave the extension out unless the server is known to ask for it."
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45▸;n=v⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a name and a value"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "a bare size"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let faults = FaultyFraming(context, .chunkExtension) else { return }
        report.add(self, Self.message(faults), at: faults.first.range, in: .wire)
    }

    private static func message(_ faults: FaultyFraming) -> String {
        let length = faults.first.range.count
        return faults.count == 1
            ? "a chunk size is followed by an extension of \(length) bytes"
            : "at least \(faults.count) chunk sizes are followed by extensions, the first of \(length) bytes"
    }
}
