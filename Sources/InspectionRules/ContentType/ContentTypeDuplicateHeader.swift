import Bytes
import Exchanges
import Forms
import Inspection

/// `content-type/duplicate-header`: more than one Content-Type line.
struct ContentTypeDuplicateHeader: Rule {
    let id = "content-type/duplicate-header"
    let title = "more than one Content-Type"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3"), Clause.rfc(9110, "5.3")]
    let rationale = """
        Content-Type has one value. Go and Node use the first line, others join the lines or use the last, so a \
        server and the firewall in front of it may read two different forms; where the boundaries differ, one of \
        them finds no form.
        """
    let hint = "Set Content-Type in one place: either the HTTP library or your code, not both."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=AaB03x⏎"
                    + "▸Content-Type: multipart/form-data; boundary=other⏎Content-Length: 68⏎⏎"
                    + RuleExample.oneField(),
                remark: "two lines, two boundaries"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: application/json⏎"
                    + "▸content-type: multipart/form-data; boundary=AaB03x⏎Content-Length: 68⏎⏎"
                    + RuleExample.oneField(),
                remark: "a default and the form's own"
            ),
            .nearMiss(RuleExample.oneField(), remark: "one line"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        let fields = context.fields
        var first: FieldLine?
        var second: FieldLine?
        var count = 0
        var isMultipart = false
        for line in fields.lines where line.colon != nil {
            guard fields[line.name].equalsIgnoringCase("content-type") else { continue }
            count += 1
            if first == nil { first = line } else { second = second ?? line }
            if fields[line.value].startsIgnoringCase(with: "multipart/") { isMultipart = true }
        }
        guard isMultipart, let first, let second else { return }
        report.add(
            self,
            Self.message(fields[first.value], fields[second.value], count),
            at: second.range.lowerBound..<max(second.value.upperBound, second.range.lowerBound),
            in: .head
        )
    }

    private static func message(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, _ count: Int)
        -> String
    {
        "\(count) Content-Type lines: the first says `\(PrintableText.text(first, limit: 80))`, this one "
            + "`\(PrintableText.text(second, limit: 80))`"
    }
}
