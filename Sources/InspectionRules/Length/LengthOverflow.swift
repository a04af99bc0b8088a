import Bytes
import Exchanges
import Inspection

/// `length/overflow`: Content-Length is greater than any body can be.
struct LengthOverflow: Rule {
    let id = "length/overflow"
    let title = "Content-Length too large for 64 bits"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "8.6")]
    let rationale = """
        A receiver must be ready for numerals that its integers cannot hold. Many are not: they refuse the request, or \
        the number wraps around and the body ends somewhere else. A length of -1 printed as unsigned looks like this.
        """
    let hint =
        "Check where the number comes from: an unknown length must not be printed as an unsigned number."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸18446744073709551615⏎"),
                remark: "2^64 − 1"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 9223372036854775807⏎"),
                remark: "2^63 − 1 fits in a signed integer of 64 bits"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let lengths = DeclaredLengths(context.fields) else { return }
        for element in lengths.elements where element.isNumber && Self.overflows(element.significant) {
            report.add(
                self,
                Self.message(PrintableText.text(context.fields[element.range], limit: 40)),
                at: element.range,
                in: .head
            )
        }
    }

    private static func overflows(_ digits: ArraySlice<UInt8>) -> Bool {
        let greatest = Array("9223372036854775807".utf8)
        guard digits.count == greatest.count else { return digits.count > greatest.count }
        return greatest.lexicographicallyPrecedes(digits)
    }

    private static func message(_ value: String) -> String {
        "the Content-Length `\(value)` does not fit in 64 bits"
    }
}
