import Bytes
import Exchanges
import Inspection

/// `length/invalid-syntax`: Content-Length is no decimal number.
struct LengthInvalidSyntax: Rule {
    let id = "length/invalid-syntax"
    let title = "Content-Length is not a number"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6")]
    let rationale = """
        The value is decimal digits and nothing else. Go and Node answer 400 to a sign, a fraction, hexadecimal digits \
        or nothing at all; other receivers read what they can of it, and differ in where the body ends.
        """
    let hint = "Write the number of bytes in decimal digits, with no sign, separator or unit."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(RuleExample.upload("Content-Length: ▸+69⏎"), remark: "a sign"),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸-1⏎"),
                remark: "a length that is not known"
            ),
            .violatingRequest(RuleExample.upload("Content-Length: ▸0x45⏎"), remark: "hexadecimal"),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸69.0⏎"),
                remark: "a number printed as a fraction"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: ▸6 9⏎"),
                remark: "a blank between the digits"
            ),
            .violatingRequest(RuleExample.upload("Content-Length:▸⏎"), remark: "no value"),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 0069⏎"),
                remark: "leading zeros are digits too"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69, 69⏎"), remark: "a list of numbers"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let lengths = DeclaredLengths(context.fields) else { return }
        for element in lengths.elements where !element.isNumber {
            report.add(
                self,
                Self.message(PrintableText.text(context.fields[element.range], limit: 40)),
                at: element.range,
                in: .head
            )
        }
    }

    private static func message(_ value: String) -> String {
        value.isEmpty
            ? "Content-Length has no value" : "the Content-Length `\(value)` is not a decimal number"
    }
}
