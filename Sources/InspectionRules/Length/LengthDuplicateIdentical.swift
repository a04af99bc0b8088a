import Bytes
import Exchanges
import Inspection

/// `length/duplicate-identical`: Content-Length is given several times, with the same value.
struct LengthDuplicateIdentical: Rule {
    let id = "length/duplicate-identical"
    let title = "Content-Length repeated"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .rfc(9112, "6.3")]
    let rationale = """
        A receiver may take the repeated value or refuse the message. Node answers 400; Go takes two equal lines but \
        not the list form; filters against request smuggling block both.
        """
    let hint = "Send Content-Length once: either your code or the HTTP library sets it, not both."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎Content-Length: ▸69⏎"),
                remark: "two lines of the same value"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69, ▸69⏎"),
                remark: "two lines joined into a list"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "one line"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let elements = DeclaredLengths(context.fields)?.elements, elements.count > 1,
            elements.allSatisfy({ $0.isNumber && $0.significant == elements[0].significant })
        else { return }
        report.add(
            self,
            Self.message(elements.count, PrintableText.text(context.fields[elements[1].range])),
            at: elements[1].range,
            in: .head
        )
    }

    private static func message(_ count: Int, _ value: String) -> String {
        "Content-Length is given \(count) times, each time as `\(value)`"
    }
}
