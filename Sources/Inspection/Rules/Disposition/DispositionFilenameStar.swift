import Bytes
import Forms

/// `disposition/filename-star`: a filename in the extended form of RFC 8187.
struct DispositionFilenameStar: Rule {
    let id = "disposition/filename-star"
    let title = "filename* in a form"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        `filename*` is a parameter of responses; RFC 7578 forbids it in forms. Where both parameters are present, \
        Go, Werkzeug, Django and busboy use the extended one, PHP, python-multipart and defnull's multipart the \
        plain one; where only `filename*` is present, the latter find no file, and ModSecurity blocks the form.
        """
    let hint = #"Write the filename as raw UTF-8 in `filename="…"` and leave `filename*` out."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    let examples: [RuleExample] = [
        .violating(header: #"Content-Disposition: form-data; name="a"; ▸filename*=UTF-8''x.txt"#),
        .violating(
            header: #"Content-Disposition: form-data; name="a"; filename="y.txt"; ▸filename*=UTF-8''x.txt"#,
            remark: "beside a plain one"
        ),
        .nearMiss(
            header: #"Content-Disposition: form-data; name="a"; filename="filename*=x""#,
            remark: "in a value"
        ),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: attachment; filename*=UTF-8''x⏎⏎1⏎--AaB03x--⏎",
            contentType: "multipart/mixed; boundary=AaB03x",
            remark: "not a form"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where part.header[parameter.name].startsIgnoringCase(with: "filename*") {
                let plain = disposition.filename.map { part.shown($0.value) }
                found.add(
                    Self.message(part.shown(parameter.range), plain),
                    at: parameter.range,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ parameter: String, _ plain: String?) -> String {
        plain.map {
            "`\(parameter)` stands beside the plain filename `\($0)`; receivers take one or the other"
        }
            ?? "the filename is sent only as `\(parameter)`, which many receivers do not read in a form"
    }
}
