import Bytes
import Forms
import Inspection

/// `limits/part-header-line`: header lines of a part that are longer than a receiver accepts.
struct LimitsPartHeaderLine: AimableRule {
    let id = "limits/part-header-line"
    let title = "part header longer than a receiver takes"
    let clauses = [Clause.practice("limits of receivers, each unless set otherwise")]
    let rationale = """
        No specification limits a part's header, but receivers do, and most reject the form with a text that does \
        not name the limit: Tomcat accepts 512 bytes for all header lines of a part, Django 1,024, ModSecurity \
        4,096 per line, Python's multipart and python-multipart 4,224.
        """
    let hint = "Shorten the filename or leave out header fields; where the server is yours, raise its limit."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .longHeader
    let reportsUnreadHeaders = true
    var watch = LimitWatch()

    var examples: [RuleExample] {
        let long = String(repeating: "x", count: 5000)
        let short = String(repeating: "x", count: 400)
        return [
            .violating(
                header: "▸Content-Disposition: form-data; name=\"f\"; filename=\"\(long)\"",
                remark: "a filename of 5,000 bytes"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"\(short)\"",
                remark: "400 bytes: everybody takes them"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        if let part = context.parts.first(where: { $0.headerEnd == .limit }) {
            let start = part.content.lowerBound
            report.add(
                self,
                Self.unread(part.number),
                at: start..<min(start + 64, part.content.upperBound),
                part: part.number,
                severity: .warning
            )
            return
        }
        for part in context.parts {
            let longest = part.header.lines.max { $0.range.count < $1.range.count }
            guard let longest else { continue }
            let limits =
                watch.passed(.headerBlock, by: part.header.range.count)
                + watch.passed(.headerLine, by: longest.range.count)
            guard !limits.isEmpty else { continue }
            found.add(
                Self.message(part.header.range.count, limits),
                at: longest.range.lowerBound..<longest.name.upperBound,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func unread(_ part: Int) -> String {
        "the header of part \(part) has more than \(FormLimits().header.grouped) bytes, the most that is read of one: from the "
            + "line that passes this limit on, nothing of the part is judged"
    }

    private static func message(_ count: Int, _ limits: [ReceiverLimit]) -> String {
        "the part's header is \(count.grouped) bytes long: \(LimitWatch.words(limits))"
    }
}
