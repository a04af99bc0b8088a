import Bytes
import Exchanges
import Inspection

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

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎Content-Length: ▸64⏎"),
                remark: "two lines that differ"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 1,▸069⏎"),
                remark: "written for people: two numbers to a receiver"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎Content-Length: 069⏎"),
                remark: "a leading zero does not change the number"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let elements = DeclaredLengths(context.fields)?.elements,
            let first = elements.first(where: \.isNumber),
            let other = elements.first(where: { $0.isNumber && $0.significant != first.significant })
        else { return }
        let grouped = Self.grouped(elements, context.fields)
        report.add(
            self,
            grouped.map(Self.groupedMessage)
                ?? Self.message(
                    PrintableText.text(context.fields[first.range]),
                    PrintableText.text(context.fields[other.range])
                ),
            at: other.range,
            in: .head,
            hint: grouped.map { _ in Self.groupedHint }
        )
    }

    /// The value of Content-Length, where it is one number in groups of three digits.
    private static func grouped(_ elements: [DeclaredLengths.Element], _ fields: FieldSection) -> String? {
        guard let first = elements.first, (1...3).contains(first.range.count), first.isNumber,
            elements.dropFirst().allSatisfy({ $0.isNumber && $0.range.count == 3 })
        else { return nil }
        for (one, next) in zip(elements, elements.dropFirst())
        where next.range.lowerBound != one.range.upperBound + 1 { return nil }
        return String(
            decoding: fields[first.range.lowerBound..<elements[elements.count - 1].range.upperBound],
            as: UTF8.self
        )
    }

    private static let groupedHint =
        "Write the digits alone: a format for people has put separators between them."

    private static func groupedMessage(_ value: String) -> String {
        "Content-Length is written `\(value)`, with a comma between groups of digits: receivers read several numbers"
    }

    private static func message(_ first: String, _ other: String) -> String {
        "Content-Length is `\(first)` and `\(other)`: receivers disagree on where the body ends"
    }
}
