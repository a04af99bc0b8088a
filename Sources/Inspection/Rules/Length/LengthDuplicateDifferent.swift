import Bytes
import Exchanges

/// `length/duplicate-different`: Content-Length is given several times, with different values.
struct LengthDuplicateDifferent: Rule {
    let id = "length/duplicate-different"
    let title = "contradicting Content-Length values"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3")]
    let rationale = """
        It is not defined where the body ends: a proxy that takes one value and a server that takes the \
        other see different requests, which is how requests are smuggled. Go and Node answer 400.
        """
    let hint =
        "Send one Content-Length: find the layer that adds the second (a proxy, an interceptor, a retry)."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    let examples: [RuleExample] = [
        .violatingRequest(
            RuleExample.upload("Content-Length: 69⏎Content-Length: ▸64⏎"),
            remark: "two lines that differ"
        ),
        .nearMissRequest(
            RuleExample.upload("Content-Length: 69⏎Content-Length: 069⏎"),
            remark: "a leading zero does not change the number"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let elements = DeclaredLengths(context.fields)?.elements,
            let first = elements.first(where: \.isNumber),
            let other = elements.first(where: { $0.isNumber && $0.significant != first.significant })
        else { return }
        report.add(
            self,
            Self.message(
                PrintableText.text(context.fields[first.range]),
                PrintableText.text(context.fields[other.range])
            ),
            at: other.range,
            in: .head
        )
    }

    private static func message(_ first: String, _ other: String) -> String {
        "Content-Length is `\(first)` and `\(other)`: receivers disagree on where the body ends"
    }
}
