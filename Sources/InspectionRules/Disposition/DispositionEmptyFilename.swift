import Bytes
import Forms
import Inspection

/// `disposition/empty-filename`: a filename without characters.
struct DispositionEmptyFilename: Rule {
    let id = "disposition/empty-filename"
    let title = "empty filename"
    let severity = Severity.note
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        A browser sends an empty filename and no content where no file was chosen, and most receivers deliver an empty \
        field or file; Rack skips the part. With content in it PHP and Rack lose the file: a warning.
        """
    let hint = "Nothing needs to change where no file was chosen; a chosen file must have a filename."
    let evidence = Evidence.sample
    let concerns: FormTraits = .header(.emptyFilename)

    var examples: [RuleExample] {
        [
            .violating(
                header: """
                    Content-Disposition: form-data; name="f"; ▸filename=""⏎Content-Type: application/octet-stream
                    """,
                content: "",
                remark: "no file chosen"
            ),
            .violating(
                header: #"Content-Disposition: form-data; name="f"; ▸filename=""⏎Content-Type: text/plain"#,
                remark: "content without a filename: a warning"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="x"⏎Content-Type: text/plain"#
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let filename = part.wholeDisposition?.filename, filename.value.isEmpty,
                filename.quoting == .quoted || filename.quoting == .bare
            else { continue }
            let count = part.content.count
            found.add(
                Self.message(part.number, count),
                at: filename.range,
                part: part.number,
                severity: count > 0 ? .warning : nil
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ count: Int) -> String {
        count == 0
            ? "part \(number) has an empty filename and no content: no file was chosen"
            : "part \(number) has an empty filename and \(count) byte\(count == 1 ? "" : "s") of content"
    }
}
