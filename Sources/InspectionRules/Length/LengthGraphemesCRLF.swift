import Exchanges
import Inspection

/// `length/graphemes-crlf`: Content-Length is what `String.count` of Swift says of the body.
struct LengthGraphemesCRLF: Rule {
    let id = "length/graphemes-crlf"
    let title = "Content-Length counts grapheme clusters"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .practice("Unicode UAX #29: CRLF is one grapheme cluster")]
    let rationale = """
        In Swift a Character is a grapheme cluster, and CRLF is one of them. `String.count` is therefore too small by \
        one for every line of the body, even where all of it is ASCII: the server cuts off the last delimiter and more.
        """
    let hint = "Use Data.count of the encoded body, or utf8.count: String.count counts CRLF as one."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("User-Agent: App/1 CFNetwork/1410 Darwin/22.6⏎Content-Length: ▸64⏎"),
                remark: "five CRLF, one Character each"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸70⏎", RuleExample.field("naïve €")),
                remark: "78 bytes, 75 scalars, 70 Characters"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 64⏎"),
                remark: "from a client that says nothing of Swift: counted before LF became CRLF, more likely"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 75⏎", RuleExample.field("naïve €")),
                remark: "scalars, with CRLF counted as two"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 11⏎", "--AaB03x--⏎"),
                remark: "one byte, one line: any count may be wrong by one"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context) else { return }
        for fault in discrepancy.faults {
            guard case .graphemes(let count) = fault.kind else { continue }
            report.add(self, Self.message(discrepancy, fault, count), at: discrepancy.place, in: .head)
        }
    }

    private static func message(
        _ discrepancy: LengthDiscrepancy,
        _ fault: LengthFault,
        _ count: LengthFault.TextCount
    ) -> String {
        let start = discrepancy.statement(for: fault)
        guard discrepancy.faults.count > 1 || count.isBesideFiles else {
            return start + "\(discrepancy.declared) is the number of its grapheme clusters "
                + "(`String.count` in Swift), of which each CRLF is one"
        }
        let isWholeLength = discrepancy.faults.count == 1
        return start + count.words(declared: discrepancy.declared, isWholeLength: isWholeLength)
            + " (`String.count` in Swift counts each CRLF as one)"
    }
}
