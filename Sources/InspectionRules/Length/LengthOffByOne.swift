import Exchanges
import Inspection

/// `length/off-by-1`: Content-Length is wrong by one byte.
struct LengthOffByOne: Rule {
    let id = "length/off-by-1"
    let title = "Content-Length off by one"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9110, "8.6")]
    let rationale = """
        One too many is usually the NUL at the end of a C string, or an index taken for a count: the server waits \
        for a byte that never comes. One too few leaves the LF of the last line break before the next request.
        """
    let hint = "Take the size of the byte buffer itself, with no terminator counted and nothing added."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸70⏎"),
                remark: "a terminating NUL is counted"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸68⏎"),
                remark: "the last LF is not counted"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "all bytes are counted"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.faults.first?.kind == .one else {
            return
        }
        report.add(self, discrepancy.statement, at: discrepancy.place, in: .head)
    }
}
