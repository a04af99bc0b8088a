import Exchanges
import Inspection

/// `length/short-by-line-count`: Content-Length counts line ends as one byte where two are sent, or the reverse.
struct LengthShortByLineCount: Rule {
    let id = "length/short-by-line-count"
    let title = "Content-Length wrong by the number of lines"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .rfc(9112, "6.3")]
    let rationale = """
        The body was counted with one kind of line end and sent with another: some layer turned LF into CRLF (a file \
        or a socket in text mode, a stack that repairs line ends) or CRLF into LF after the length was taken. The \
        server loses the end of the form, or waits for bytes that never come.
        """
    let hint = """
        Write CRLF into the body yourself and count after that; send it through a stream that is not in text mode.
        """
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸64⏎"),
                remark: "five CRLF counted as one byte each"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Content-Length: ▸69⏎",
                    "--AaB03x␊Content-Disposition: form-data; name=\"a\"␊␊1␊--AaB03x--␊"
                ),
                remark: "counted with CRLF, sent with LF"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸156⏎", RuleExample.fieldAndFile("1")),
                remark: "176 bytes, of which none of the ten CRLF is counted"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 63⏎"), remark: "six bytes, five lines"),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 11⏎", "--AaB03x--⏎"),
                remark: "one byte, one line: any count may be wrong by one"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context) else { return }
        for fault in discrepancy.faults {
            guard let reason = Self.reason(fault, discrepancy) else { continue }
            report.add(self, discrepancy.statement(for: fault) + reason, at: discrepancy.place, in: .head)
        }
    }

    private static func reason(_ fault: LengthFault, _ discrepancy: LengthDiscrepancy) -> String? {
        switch fault.kind {
        case .lineEnds(let lines) where discrepancy.difference > 0:
            "each of the \(lines) CRLF is counted as one byte"
        case .lineEnds(let lines): "each of the \(lines) LF is counted as the two bytes of CRLF"
        case .withoutLineEnds(let words): words
        default: nil
        }
    }
}
