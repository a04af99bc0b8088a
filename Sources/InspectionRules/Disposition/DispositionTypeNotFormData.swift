import Bytes
import Forms
import Inspection

/// `disposition/type-not-form-data`: a part of a form whose disposition type is not form-data.
struct DispositionTypeNotFormData: Rule {
    let id = "disposition/type-not-form-data"
    let title = "disposition type other than form-data"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        The type of every part of a form is `form-data`; `attachment` and `inline` belong to responses and \
        mail. busboy, Go and commons-fileupload drop the part, Python's multipart rejects the form, \
        ModSecurity blocks it; PHP, Rack, Django, Werkzeug and python-multipart ignore it.
        """
    let hint = "Write `form-data` as the disposition type."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: ▸attachment; name="a""#),
            .violating(header: #"Content-Disposition: ▸; name="a""#, remark: "no type at all"),
            .violating(
                header: #"Content-Disposition: ▸name="a""#,
                remark: "the name in the place of the type"
            ),
            .nearMiss(
                header: #"Content-Disposition: Form-Data; name="a""#,
                remark: "letter case does not matter"
            ),
            .nearMiss(
                #"--AaB03x⏎Content-Disposition: attachment; filename="a"⏎⏎1⏎--AaB03x--⏎"#,
                contentType: "multipart/mixed; boundary=AaB03x",
                remark: "files in multipart/mixed"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let disposition = part.wholeDisposition, !disposition.line.value.isEmpty else { continue }
            let type = disposition.value.leading
            guard !part.header[type].equalsIgnoringCase("form-data") else { continue }
            let holdsName = DispositionMissingName.isInType(of: disposition, in: part)
            found.add(
                holdsName
                    ? Self.missing(part.number, part.shown(type)) : Self.message(part.shown(type)),
                at: type,
                part: part.number,
                hint: holdsName ? Self.missingHint : nil
            )
        }
        found.report(as: self, to: &report)
    }

    private static let missingHint = #"Write the type before the name: `form-data; name="…"`."#

    private static func missing(_ number: Int, _ type: String) -> String {
        "the Content-Disposition of part \(number) begins with `\(type)`, where its type `form-data` should stand"
    }

    private static func message(_ type: String) -> String {
        type.isEmpty
            ? "the part's Content-Disposition has no disposition type"
            : "the part's disposition type is `\(type)`, not `form-data`"
    }
}
