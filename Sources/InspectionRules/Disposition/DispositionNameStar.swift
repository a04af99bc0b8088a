import Bytes
import Forms
import Inspection

/// `disposition/name-star`: a name in the extended form of RFC 8187.
struct DispositionNameStar: Rule {
    let id = "disposition/name-star"
    let title = "name* in a form"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        No specification of forms has a `name*`. Django, Werkzeug and Go decode it; PHP drops all fields of the \
        form, Starlette rejects it, busboy and Python's multipart find no name, and ModSecurity blocks the form.
        """
    let hint = #"Write the name as raw UTF-8 in `name="…"`."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: "Content-Disposition: form-data; ▸name*=UTF-8''a"),
            .nearMiss(header: #"Content-Disposition: form-data; name="name*""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where part.header[parameter.name].startsIgnoringCase(with: "name*") {
                found.add(Self.message(part.shown(parameter.range)), at: parameter.range, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ parameter: String) -> String {
        "the name is sent as `\(parameter)`, which is not a name in a form"
    }
}
