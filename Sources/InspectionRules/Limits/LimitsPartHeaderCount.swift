import Bytes
import Forms
import Inspection

/// `limits/part-header-count`: more header lines in a part than a receiver accepts.
struct LimitsPartHeaderCount: AimableRule {
    let id = "limits/part-header-count"
    let title = "more header lines in a part than a receiver takes"
    let clauses = [Clause.practice("limits of receivers, each unless set otherwise")]
    let rationale = """
        A form needs two header lines in a part at most. Python's multipart and python-multipart give up after eight, \
        ASP.NET Core after sixteen.
        """
    let hint = "Send Content-Disposition and, for files, Content-Type; leave the other fields out."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .longHeader
    var watch = LimitWatch()

    var examples: [RuleExample] {
        func header(_ extra: Int) -> String {
            "▸Content-Disposition: form-data; name=\"a\"" + (1...extra).map { "⏎X-\($0): 1" }.joined()
        }
        return [
            .violating(header: header(8), remark: "nine header lines"),
            .nearMiss(header: String(header(7).dropFirst()), remark: "eight header lines"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.parts {
            let count = part.header.lines.count
            let limits = watch.passed(.headerCount, by: count)
            guard !limits.isEmpty, let first = part.header.lines.first else { continue }
            found.add(
                "the part has \(count) header lines: \(LimitWatch.words(limits))",
                at: first.name,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }
}
