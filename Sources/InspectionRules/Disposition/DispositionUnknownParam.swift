import Bytes
import Forms
import Inspection

/// `disposition/unknown-param`: a parameter that form-data does not define.
struct DispositionUnknownParam: Rule {
    let id = "disposition/unknown-param"
    let title = "parameter other than name and filename"
    let severity = Severity.note
    let clauses = [Clause.rfc(7578, "4.2"), .rfc(2183, "2")]
    let rationale = """
        Other parameters (`size`, `creation-date`) are legal, and form parsers skip them. ModSecurity blocks \
        the form, and libhtp marks the part.
        """
    let hint =
        "Write only `name` and `filename`; what else the server must know belongs in a field of its own."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="a"; ▸size=3"#),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"; filename="size=3""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="a"; filename*=UTF-8''x"#,
                remark: "known, and forbidden by a rule of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 4)
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters {
                let name = part.header[parameter.name]
                // One that does not read `name=value` has a rule of its own.
                guard !part.isLabel(parameter),
                    MalformedParameter(parameter, in: part.header, of: disposition) == nil,
                    !name.startsIgnoringCase(with: "filename*"),
                    !name.startsIgnoringCase(with: "name*")
                else { continue }
                found.add(Self.message(part.shown(parameter.range)), at: parameter.range, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ parameter: String) -> String {
        "form-data has no parameter `\(parameter)`"
    }
}
