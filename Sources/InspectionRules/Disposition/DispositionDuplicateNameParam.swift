import Bytes
import Forms
import Inspection

/// `disposition/duplicate-name-param`: two names in one Content-Disposition.
struct DispositionDuplicateNameParam: Rule {
    let id = "disposition/duplicate-name-param"
    let title = "two names in one part"
    let severity = Severity.error
    let clauses = [Clause.rfc(6266, "4.1")]
    let rationale = """
        Of two names busboy takes the first; PHP, Rack, Django, Werkzeug, python-multipart and Python's multipart \
        take the last; Go loses the part, and ModSecurity blocks the form.
        """
    let hint = "Write one `name` in each part; send two values in two parts."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"; ▸name="b""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"; filename="name""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        context.forEachRepeatedParameter(where: { $0.isName($1) }) { part, first, second in
            found.add(
                Self.message(part.number, part.shown(first.value), part.shown(second.value)),
                at: second.range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int, _ first: String, _ second: String) -> String {
        "part \(number) has two names, `\(first)` and `\(second)`"
    }
}
