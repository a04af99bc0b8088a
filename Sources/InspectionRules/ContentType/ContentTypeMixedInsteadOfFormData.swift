import Bytes
import Forms
import Inspection

/// `content-type/mixed-instead-of-form-data`: another multipart subtype over parts that are form fields.
struct ContentTypeMixedInsteadOfFormData: Rule {
    let id = "content-type/mixed-instead-of-form-data"
    let title = "form fields under another multipart subtype"
    let severity = Severity.error
    let clauses = [Clause.rfc(7578, "4"), Clause.rfc(2046, "5.1.3")]
    let rationale = """
        Form parsers compare the whole type. Under multipart/mixed PHP, Werkzeug, Django, Starlette and defnull's \
        multipart deliver an empty form without an error; Go and busboy refuse the request. Only mail parsers treat \
        unknown subtypes as mixed. Where some parts of a registered type are no form fields, it may be meant, and is a \
        warning.
        """
    let hint = "Declare `multipart/form-data`; keep the boundary as it is."
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "▸multipart/mixed; boundary=AaB03x",
                remark: "a builder for mail used for a form"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "▸multipart/form_data; boundary=AaB03x",
                remark: "a misspelled type"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: attachment; filename=\"a\"⏎⏎1⏎--AaB03x--⏎",
                contentType: "▸multipart/mixed; boundary=AaB03x",
                remark: "a warning: one of the parts is no form field"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Type: application/json⏎⏎{}⏎--AaB03x--⏎",
                contentType: "multipart/related; boundary=AaB03x",
                remark: "multipart/related has rules of its own"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: attachment; filename=\"a\"⏎⏎1⏎--AaB03x--⏎",
                contentType: "multipart/mixed; boundary=AaB03x",
                remark: "a mixed body whose parts are not form fields"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, !context.isFormData, let mediaType = context.mediaType,
            let form = context.form
        else { return }
        let type = context.fields[mediaType.value.leading]
        guard !type.equalsIgnoringCase("multipart/related"),
            !type.equalsIgnoringCase("multipart/byteranges"), form.hasFormDataPart
        else { return }
        let isRegistered = Self.registered.contains { type.equalsIgnoringCase($0) }
        report.add(
            self,
            isRegistered ? Self.message(type) : Self.unknown(type),
            at: mediaType.value.leading,
            in: .head,
            severity: isRegistered && (!Self.isForm(form) || (200...299).contains(context.status ?? 0))
                ? .warning : nil
        )
    }

    /// Whether all parts are form fields: some libraries write all parts so, whatever the type.
    private static func isForm(_ form: Form) -> Bool {
        form.parts.allSatisfy { part in
            part.disposition.map { part.header[$0.type].equalsIgnoringCase("form-data") } ?? false
        }
    }

    /// The multipart types that IANA has registered, and one that browsers know.
    private static let registered: [StaticString] = [
        "multipart/alternative", "multipart/appledouble", "multipart/byteranges", "multipart/digest",
        "multipart/encrypted", "multipart/example", "multipart/form-data", "multipart/header-set",
        "multipart/mixed",
        "multipart/multilingual", "multipart/parallel", "multipart/related", "multipart/report",
        "multipart/signed",
        "multipart/vnd.bint.med-plus", "multipart/voice-message", "multipart/x-mixed-replace",
    ]

    private static func unknown(_ type: ArraySlice<UInt8>) -> String {
        "Content-Type says `\(PrintableText.text(type, limit: 80))`, which is no registered type: a form is "
            + "`multipart/form-data`"
    }

    private static func message(_ type: ArraySlice<UInt8>) -> String {
        "Content-Type says `\(PrintableText.text(type, limit: 80))`, but the parts are disposed as `form-data`"
    }
}
