import Bytes
import Forms
import Inspection

/// `disposition/space-around-equals`: blanks on either side of a parameter's equals sign.
struct DispositionSpaceAroundEquals: Rule {
    let id = "disposition/space-around-equals"
    let title = "blank around a parameter's equals sign"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "5.6.6")]
    let rationale = """
        HTTP allows no blanks there; mail's grammar can be read to allow them, so this is a warning. busboy loses the \
        part. At a name PHP drops all fields of the form, and Werkzeug and Rack find no name; at a filename these two \
        find no file.
        """
    let hint = #"Write `name="…"` without blanks around the `=`."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name▸ = "a""#),
            .violating(header: #"Content-Disposition: form-data; name▸= "a""#, remark: "after it only"),
            .nearMiss(header: #"Content-Disposition: form-data ;  name="a = b""#, remark: "elsewhere"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters
            where !parameter.blanksAroundEquals.isEmpty && part.isLabel(parameter) {
                found.add(
                    Self.message(part.shown(parameter.range)),
                    at: parameter.blanksAroundEquals,
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ parameter: String) -> String {
        "there are blanks around the equals sign in `\(parameter)`"
    }
}
