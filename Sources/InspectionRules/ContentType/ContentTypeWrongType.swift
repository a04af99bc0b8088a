import Bytes
import Forms
import Inspection

/// `content-type/wrong-type`: a form that is declared to be something else.
struct ContentTypeWrongType: Rule {
    let id = "content-type/wrong-type"
    let title = "form declared as another type"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3")]
    let rationale = """
        The header names another format than the body has, so the server starts another parser or none: busboy and \
        Go refuse the type; PHP, Werkzeug, Django, Starlette and defnull's multipart deliver an empty form without \
        an error; and a firewall does not inspect the parts.
        """
    let hint = """
        Remove the line that sets Content-Type (often a default for JSON calls) and let the HTTP library set \
        `multipart/form-data` with the boundary it generated.
        """
    let advice: [Sender: String] = [
        .browser: """
        Delete the line that sets Content-Type, often a default for JSON calls: with a FormData as the body \
        the browser sets `multipart/form-data` with its boundary.
        """,
        .python:
            "Delete Content-Type from `headers` (and from the session's): `files=` or `data=FormData(…)` sets it with the "
            + "boundary.",
    ]
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "▸application/json",
                remark: "a default for JSON calls was left in place"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "▸application/x-www-form-urlencoded; boundary=AaB03x",
                remark: "even with the right boundary"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: attachment; name=\"a\"⏎⏎1⏎--AaB03x--⏎",
                contentType: "▸application/json; boundary=AaB03x",
                remark: "curl -F with a Content-Type of the user's own"
            ),
            .nearMiss(
                "{\"a\":\"--AaB03x\"}",
                contentType: "application/json",
                remark: "JSON that merely holds a boundary's text"
            ),
            .nearMiss(
                "how to send a form:⏎⏎" + RuleExample.oneField(),
                contentType: "text/plain",
                remark: "a text that quotes a form"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Type: text/plain⏎⏎1⏎--AaB03x--⏎",
                contentType: "text/plain",
                remark: "no part is form-data"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard !context.isMultipart, let mediaType = context.mediaType, let form = context.form,
            !mediaType.value.leading.isEmpty, form.isFormData(under: mediaType)
        else { return }
        let type = context.fields[mediaType.value.leading]
        report.add(
            self,
            Self.message(type, form),
            at: mediaType.value.leading,
            in: .head,
            hint: Self.hint(Sender(context.fields), form, type)
        )
    }

    private static func hint(_ sender: Sender?, _ form: Form, _ type: ArraySlice<UInt8>) -> String? {
        switch sender {
        case .apple: appleHint(form)
        // Of -F with a type of the user's own curl makes attachments: these bytes were written by hand.
        case .curl where form.hasFormDataPart && type.equalsIgnoringCase("application/x-www-form-urlencoded"):
            "Let curl write the form with `-F`; where you write it yourself, add `-H 'Content-Type: multipart/form-data; "
                + "boundary=…'` to `--data-binary`, which declares urlencoded data."
        case .curl:
            "Leave out `-H 'Content-Type: …'`: curl writes the right one with `-F`, and parts that are `form-data`."
        default: nil
        }
    }

    private static func appleHint(_ form: Form) -> String? {
        form.boundary.map {
            "Set Content-Type to `multipart/form-data; boundary=\(PrintableText.text($0, limit: 80))`, with the constant "
                + "that the delimiters are made of: URLSession sets no Content-Type for a body that you build."
        }
    }

    private static func message(_ type: ArraySlice<UInt8>, _ form: Form) -> String {
        "Content-Type says `\(PrintableText.text(type, limit: 80))`, but the body is multipart/form-data delimited by "
            + "`\(PrintableText.text(form.delimiterText, limit: 80))`"
    }
}
