import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/bare-lf-header`: a line of the head ends in LF without CR.
struct FramingBareLFHeader: Rule {
    let id = "framing/bare-lf-header"
    let title = "line of the head that ends in LF"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9112, "2.2")]
    let rationale = """
        A recipient may accept a bare LF as the end of a line, but does not have to. Where a proxy does and the \
        server behind it does not, they see different fields.
        """
    let hint =
        "End each line of the head with CRLF."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularField

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: a▸␊"),
                remark: "one line of several"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎X-A: a⏎"), remark: "CRLF"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.head.framing != .h2Data else { return }
        var ends = context.fields.lines.filter { $0.ending == .lf }.map(\.range.upperBound)
        if request.head.startLineEnding == .lf { ends.insert(context.fields.base, at: 0) }
        guard let first = ends.first else { return }
        report.add(
            self,
            Self.message + Recurrence.words(forOthers: ends.count - 1),
            at: (first - 1)..<first,
            in: .head
        )
    }

    private static let message = "the line ends in a bare LF"
}
