import Exchanges
import Inspection

/// `length/h2-mismatch`: content-length of HTTP/2 differs from what the DATA frames carry.
struct LengthH2Mismatch: Rule {
    let id = "length/h2-mismatch"
    let title = "content-length differs from the DATA frames"
    let severity = Severity.error
    let clauses = [Clause.rfc(9113, "8.1.1")]
    let rationale = """
        In HTTP/2 the end of the content is marked by its last frame, and content-length is only a statement about it. \
        A request in which the two differ is malformed, and a server resets the stream with PROTOCOL_ERROR: nghttp2 \
        and Kestrel do.
        """
    let hint = "Leave content-length out, or set it to the number of bytes in the body."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎content-length: ▸78⏎⏎"
                    + RuleExample.oneField,
                remark: "78 declared, 69 in DATA frames"
            ),
            .nearMissRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎content-length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "the numbers agree"
            ),
            .nearMissRequest(
                "POST /u HTTP/2⏎content-type: \(RuleExample.contentType)⏎⏎" + RuleExample.oneField,
                remark: "HTTP/2 needs no content-length"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.isStatement else { return }
        report.add(self, Self.message(discrepancy), at: discrepancy.place, in: .head)
    }

    private static func message(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement + " in DATA frames"
    }
}
