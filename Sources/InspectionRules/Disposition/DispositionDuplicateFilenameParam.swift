import Bytes
import Forms
import Inspection

/// `disposition/duplicate-filename-param`: two filenames in one Content-Disposition.
struct DispositionDuplicateFilenameParam: Rule {
    let id = "disposition/duplicate-filename-param"
    let title = "two filenames in one part"
    let severity = Severity.error
    let clauses = [Clause.rfc(6266, "4.1")]
    let rationale = """
        Receivers differ on which of two filenames counts: busboy takes the first; PHP, Rack, Django, Werkzeug, \
        python-multipart and Python's multipart take the last; Go loses the part. A filter that looks at one \
        extension while the server stores the other is a known way past upload checks; ModSecurity blocks the form.
        """
    let hint = "Write one `filename` in each part."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"; filename="x"; ▸filename="y""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"; filename="x"; filename*=UTF-8''x"#,
                remark: "the extended form has a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        context.forEachRepeatedParameter(where: { $0.isFilename($1) }) { part, first, second in
            found.add(
                Self.message(part.number, part.shown(first.value), part.shown(second.value)),
                at: second.range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ first: String, _ second: String) -> String {
        "part \(number) has two filenames, `\(first)` and `\(second)`"
    }
}
