import Exchanges
import Inspection

/// `length/characters-not-bytes`: Content-Length counts characters of the body, not its bytes.
struct LengthCharactersNotBytes: Rule {
    let id = "length/characters-not-bytes"
    let title = "Content-Length counts characters"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6")]
    let rationale = """
        Content-Length is a number of bytes. The length of a string is a number of UTF-16 code units (Java, C#, \
        JavaScript, NSString), of code points (Python) or of grapheme clusters (Swift), which is smaller as soon as \
        a value holds an é or a €. The server then cuts off the end of the form; with plain ASCII the fault does \
        not show.
        """
    let hint = """
        Encode the body first and take the size of the bytes: Data.count or utf8.count in Swift, Buffer.byteLength in \
        JavaScript, getBytes(UTF_8).length in Java.
        """
    let advice = Sender.lengthAdvice
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸75⏎", RuleExample.field("naïve €")),
                remark: "75 characters, 78 bytes"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸70⏎", RuleExample.field("😀")),
                remark: "70 UTF-16 code units"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸69⏎", RuleExample.field("😀")),
                remark: "69 Unicode scalars"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸182⏎", RuleExample.fieldAndFile("naïve €")),
                remark: "the text in UTF-16 code units, the file in bytes"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 78⏎", RuleExample.field("naïve €")),
                remark: "78 bytes"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 66⏎"),
                remark: "three short, but every character is one byte"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context) else { return }
        for fault in discrepancy.faults {
            guard case .characters(let count) = fault.kind else { continue }
            report.add(self, Self.message(discrepancy, fault, count), at: discrepancy.place, in: .head)
        }
    }

    private static func message(
        _ discrepancy: LengthDiscrepancy,
        _ fault: LengthFault,
        _ count: LengthFault.TextCount
    ) -> String {
        discrepancy.statement(for: fault)
            + count.words(declared: discrepancy.declared, isWholeLength: discrepancy.faults.count == 1)
    }
}
