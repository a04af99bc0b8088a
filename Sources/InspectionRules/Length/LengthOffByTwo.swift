import Bytes
import Exchanges
import Forms
import Inspection

/// `length/off-by-2`: Content-Length is wrong by two bytes.
struct LengthOffByTwo: Rule {
    let id = "length/off-by-2"
    let title = "Content-Length off by two"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9112, "2.2")]
    let rationale = """
        Two bytes are one CRLF: the last one of the body, or the one before its first delimiter. If the last CRLF \
        is not counted, Go and Node accept the form because they have seen the close delimiter, and the CRLF \
        precedes the next request; if the length is too large by two, the server waits for bytes that never come.
        """
    let hint = "Count the CRLF after the close delimiter (and one before the first delimiter, if it is sent)."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸67⏎"),
                remark: "the last CRLF is not counted"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸69⏎", "⏎" + RuleExample.oneField),
                remark: "two empty lines end the head: the second one is not counted"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸71⏎"),
                remark: "a CRLF is counted and not sent"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "⏎"),
                remark: "the body is counted whole; a CRLF follows that is not part of it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.faults.first?.kind == .two else {
            return
        }
        let isLastLineBreak =
            context.form?.ending == .closed
            && context.request?.content.excess.elementsEqual([0x0D, 0x0A]) ?? false
        let isBeforeFirst =
            isLastLineBreak
            && context.form?.kept[0..<2]?.elementsEqual([0x0D, 0x0A]) ?? false
            && context.form?.delimiters.first?.text.lowerBound == 2
        report.add(
            self,
            isBeforeFirst
                ? Self.lineBreakBeforeFirst(discrepancy)
                : isLastLineBreak ? Self.lastLineBreak(discrepancy) : discrepancy.statement,
            at: discrepancy.place,
            in: .head,
            // Servers pass over one empty line before a request (RFC 9112 §2.2), so nothing is lost.
            severity: isLastLineBreak ? .warning : nil,
            hint: isBeforeFirst ? Self.beforeFirstHint : discrepancy.difference < 0 ? Self.notSentHint : nil
        )
    }

    private static let notSentHint =
        "Take the length from the bytes that are sent: a CRLF is counted that is not among them."
    private static let beforeFirstHint =
        "End the head with one empty line: a second one is the beginning of the body, and counts."

    private static func lineBreakBeforeFirst(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement
            + ": the CRLF before the first delimiter, a second empty line after the head, is not counted"
    }

    private static func lastLineBreak(_ discrepancy: LengthDiscrepancy) -> String {
        discrepancy.statement + ": the CRLF after the close delimiter is not counted"
    }
}
