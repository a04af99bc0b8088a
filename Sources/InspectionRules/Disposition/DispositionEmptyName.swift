import Bytes
import Forms
import Inspection

/// `disposition/empty-name`: a name without characters.
struct DispositionEmptyName: Rule {
    let id = "disposition/empty-name"
    let title = "empty name"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.practice("receivers drop fields without a name"), .rfc(7578, "4.2")]
    let rationale = """
        No specification forbids an empty name, but PHP and Go drop the field, ModSecurity 3 blocks the form, and \
        where the field is kept the application cannot ask for it by name.
        """
    let hint = "Give the field a name; a variable was probably empty."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; ▸name="""#),
            .violating(header: "Content-Disposition: form-data; ▸name=", remark: "without quotes"),
            .nearMiss(header: #"Content-Disposition: form-data; name="a"; filename="""#),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let name = part.wholeDisposition?.name, name.quoting == .quoted || name.quoting == .bare,
                name.value.isEmpty
            else { continue }
            found.add(Self.message(part.number), at: name.range, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ number: Int) -> String {
        "the name of part \(number) is empty"
    }
}
