import Exchanges
import Forms
import Inspection

/// `length/too-long`: fewer bytes were sent than Content-Length declares, and no more follow.
struct LengthTooLong: Rule {
    let id = "length/too-long"
    let title = "Content-Length too large"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9112, "8")]
    let rationale = """
        The server waits for bytes that never come: until a timeout, or until the client closes. Node then \
        answers 400, PHP not at all; Go's net/http accepts where it has seen the close delimiter. This is a \
        common cause of "request timed out".
        """
    let hint =
        "Compute Content-Length from the bytes that are really written, and write all that were counted."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(RuleExample.upload("Content-Length: ▸80⏎"), remark: "eleven bytes too many"),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸80⏎")
                    + "⇐HTTP/1.1 408 Request Timeout⏎Content-Length: 0⏎⏎",
                remark: "the server waited for the rest"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "all bytes are there"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.difference < 0,
            !discrepancy.isStatement
        else { return }
        let isBrokenOff = context.form.map { $0.ending != .closed } ?? false
        let closing = context.lacksConnection ? "" : " before the client closed"
        let rest =
            if isBrokenOff {
                closing + Self.endless + (context.lacksConnection ? "" : Self.brokenOff)
            } else if context.waitedInVain {
                Self.waitedInVain
            } else {
                closing + Self.waiting
            }
        report.add(
            self,
            discrepancy.statement + rest,
            at: discrepancy.place,
            in: .head,
            hint: isBrokenOff ? Self.brokenOffHint : nil
        )
    }

    private static let waiting = ": the server waits for the rest"
    private static let waitedInVain = ": the server waited for the rest until it answered 408"
    private static let endless = ", and the form has no end"
    private static let brokenOff = ": the upload was broken off"
    private static let brokenOffHint =
        "Look for what stopped the upload: a timeout, a cancelled task, or a stream shorter than its length says."
}
