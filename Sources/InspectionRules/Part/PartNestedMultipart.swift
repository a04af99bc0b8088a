import Bytes
import Forms
import Inspection

/// `part/nested-multipart`: a part of a form is itself multipart.
struct PartNestedMultipart: Rule {
    let id = "part/nested-multipart"
    let title = "multipart inside a part"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.3")]
    let rationale = """
        Several files for one field were once sent as multipart/mixed in one part. RFC 7578 withdrew that: few form \
        parsers unpack it, Netty among them, and most receivers read one odd text value instead of the files.
        """
    let hint = "Send each file as a part of its own, all with the same name."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.multipartType)

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"⏎Content-Type: ▸multipart/mixed; boundary=IN⏎⏎"
                    + "--IN⏎Content-Disposition: file; filename=\"1.txt\"⏎⏎x⏎--IN--⏎⏎--AaB03x--⏎",
                remark: "the way of RFC 2388"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"1.txt\"⏎⏎x⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"2.txt\"⏎⏎y⏎--AaB03x--⏎",
                remark: "two parts of one name"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"m\"⏎Content-Type: multipart/related; boundary=IN⏎⏎"
                    + "--IN⏎⏎x⏎--IN--⏎⏎--AaB03x--⏎",
                remark: "a message of another kind as a value"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Type: multipart/mixed; boundary=IN⏎⏎--IN⏎⏎x⏎--IN--⏎⏎--AaB03x--⏎",
                contentType: "multipart/related; boundary=AaB03x",
                remark: "no form"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, context.isFormData || !context.isMultipart else { return }
        var count = 0
        for part in form.parts {
            guard let type = part.mediaType else { continue }
            let name = part.header[type.value.leading]
            let isForm = name.equalsIgnoringCase("multipart/form-data")
            guard isForm || name.equalsIgnoringCase("multipart/mixed") else { continue }
            report.add(
                self,
                isForm ? Self.form : Self.mixed,
                at: type.value.leading,
                part: part.number,
                severity: isForm ? .note : nil,
                hint: isForm ? Self.formHint : nil
            )
            count += 1
            if count == 16 { return }
        }
    }

    private static let mixed = "the part is `multipart/mixed`, which few servers unpack"
    private static let form = "the part says of itself that it is `multipart/form-data`"
    private static let formHint =
        "Give the part the type of its own content; multipart/form-data belongs in the request's head."
}
