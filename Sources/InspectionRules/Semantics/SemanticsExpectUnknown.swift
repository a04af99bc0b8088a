import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/expect-unknown`: an expectation that HTTP does not define.
struct SemanticsExpectUnknown: Rule {
    let id = "semantics/expect-unknown"
    let title = "unknown expectation"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "10.1.1")]
    let rationale = """
        100-continue is the only expectation there is. A server may answer anything else with 417 (Expectation Failed).
        """
    let hint = "Remove the field, or write `Expect: 100-continue`."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .expectation
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎Expect: ▸200-ok⏎"),
                remark: "an unknown expectation"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎Expect: 100-Continue⏎"),
                remark: "letters may be large or small"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let line = context.fields.first(named: "expect"),
            !context.fields[line.value].equalsIgnoringCase("100-continue")
        else { return }
        report.add(
            self,
            Self.message(PrintableText.text(context.fields[line.value], limit: 40)),
            at: line.value,
            in: .head
        )
    }

    private static func message(_ value: String) -> String {
        "`\(value)` is not an expectation that HTTP defines"
    }
}
