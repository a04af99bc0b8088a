import Bytes
import Forms
import Inspection

/// `disposition/type-case`: `form-data` in unusual letter case.
struct DispositionTypeCase: Rule {
    let id = "disposition/type-case"
    let title = "disposition type not in lowercase"
    let severity = Severity.note
    let clauses = [Clause.rfc(2183, "2")]
    let rationale = """
        Disposition types are the same in any letter case, and all form parsers tried but Tornado and Microdot agree; \
        ModSecurity and libhtp compare exactly and take the part for an unknown one.
        """
    let hint = "Write `form-data` in lowercase."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: ▸Form-Data; name="a""#),
            .nearMiss(header: #"content-disposition: form-data; name="A""#),
            .nearMiss(
                header: #"Content-Disposition: Attachment; name="a""#,
                remark: "another type altogether"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts {
            guard let type = part.wholeDisposition?.value.leading else { continue }
            let bytes = part.header[type]
            guard bytes.equalsIgnoringCase("form-data"), !bytes.elementsEqual("form-data".utf8) else {
                continue
            }
            found.add(Self.message(part.shown(type)), at: type, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ type: String) -> String {
        "the disposition type is written `\(type)`"
    }
}
