import Exchanges
import Forms

/// `length/too-long`: the client closed before it had sent as many bytes as Content-Length declares.
struct LengthTooLong: Rule {
    let id = "length/too-long"
    let title = "Content-Length too large"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9112, "8")]
    let rationale = """
        The server waits for bytes that never come: until a timeout, or until the client closes. Node then answers \
        400, PHP not at all; Go's net/http accepts where it has seen the close delimiter. Many a "request timed out" \
        begins here.
        """
    let hint =
        "Compute Content-Length from the bytes that are really written, and write all that were counted."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    let examples: [RuleExample] = [
        .violatingRequest(RuleExample.upload("Content-Length: ▸80⏎"), remark: "eleven bytes too many"),
        .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "all bytes are there"),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.difference < 0,
            !discrepancy.isStatement
        else { return }
        let missing = -discrepancy.difference
        let message: String
        let hint: String?
        switch context.form {
        case let form? where form.ending != .closed && Self.closeLengths(of: form).contains(missing):
            message = Self.closeDelimiter(discrepancy)
            hint = Self.closeHint
        case let form? where form.ending != .closed:
            message = Self.brokenOff(discrepancy)
            hint = Self.brokenOffHint
        default:
            message = Self.waiting(discrepancy)
            hint = nil
        }
        report.add(self, message, at: discrepancy.place, in: .head, hint: hint)
    }

    private static func closeLengths(of form: Form) -> ClosedRange<Int> {
        let length = form.delimiterText.count + 2
        return length...(length + 4)
    }

    private static func waiting(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement + " before the client closed: the server waits for the rest"
    }

    private static func brokenOff(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement
            + " before the client closed, and the form has no end: the upload was broken off"
    }

    private static func closeDelimiter(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement + ": the close delimiter was counted but not sent"
    }

    private static let brokenOffHint =
        "Look for what stopped the upload: a timeout, a cancelled task, or a stream shorter than its length says."
    private static let closeHint = "Write the close delimiter that was counted."
}
