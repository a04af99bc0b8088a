import Bytes
import Forms
import Inspection

/// `limits/part-count`: more parts, files or fields than a receiver accepts.
struct LimitsPartCount: AimableRule {
    let id = "limits/part-count"
    let title = "more parts than a receiver takes"
    let clauses = [Clause.practice("limits of receivers, each unless set otherwise")]
    let rationale = """
        PHP takes 20 files and drops the others without an error, and 1,000 fields; Tomcat takes 50 parts, \
        Django 100 files, Rack 127 files, Go and Werkzeug 1,000 parts, and reject the form where there are \
        more.
        """
    let hint = "Send the files in several requests; where the server is yours, raise its limit."
    let concerns: FormTraits = .manyParts
    var watch = LimitWatch()

    var examples: [RuleExample] {
        func part(_ number: Int) -> String {
            "--AaB03x⏎Content-Disposition: form-data; name=\"f[]\"; filename=\"\(number).txt\"⏎"
                + "Content-Type: text/plain⏎⏎1⏎"
        }
        return [
            .violating(
                (1...20).map(part).joined() + "▸" + part(21) + "--AaB03x--⏎",
                remark: "21 files"
            ),
            .nearMiss((1...20).map(part).joined() + "--AaB03x--⏎", remark: "20 files"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        let all = Array(form.parts.indices)
        let files = all.filter { form.parts[$0].isFile }
        let fields = all.filter { !form.parts[$0].isFile }
        let passed = [
            (watch.passed(.fileCount, by: files.count), files, "\(files.count.grouped) files"),
            (watch.passed(.fieldCount, by: fields.count), fields, "\(fields.count.grouped) fields"),
            (watch.passed(.partCount, by: form.partCount), all, "\(form.partCount.grouped) parts"),
        ]
        for (limits, parts, count) in passed {
            guard let lowest = limits.first, lowest.value < parts.count else { continue }
            let first = form.parts[parts[lowest.value]]
            report.add(
                self,
                "the form has \(count): \(LimitWatch.words(limits))",
                at: first.delimiter.text,
                part: first.number
            )
        }
    }
}
