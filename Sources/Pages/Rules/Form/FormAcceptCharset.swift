import Bytes
import Inspection

/// `form/accept-charset`: a form that sends another encoding than UTF-8.
struct FormAcceptCharset: PageRule {
    let id = "form/accept-charset"
    let title = "a form does not send UTF-8"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html(
            "selecting a form submission encoding",
            "form-control-infrastructure.html#selecting-a-form-submission-encoding"
        )
    ]
    let rationale = """
        Names, filenames and values are sent in that encoding, and nothing in a multipart request says which \
        one it was: a receiver reads them as UTF-8. Characters that the encoding lacks become `&#1046;`, \
        which looks like text that the user typed.
        """
    let hint = """
        Write accept-charset="utf-8" into the form tag, or serve the page as UTF-8 and say so.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<meta charset=utf-8><form method=post enctype=multipart/form-data ▸accept-charset=iso-8859-1><input type=file name=photo></form>"
        ),
        .violatingPage(
            "<meta charset=windows-1252>▸<form method=post enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "the encoding of the page"
        ),
        .nearMissPage(
            "<meta charset=windows-1252><form method=post enctype=multipart/form-data accept-charset=UTF-8><input type=file name=photo></form>"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let forms = page.forms.filter {
            !$0.charset.sendsUTF8 && $0.method != .dialog && !$0.controls.isEmpty
        }
        let faults = forms.map { form in
            let charset = PrintableText.text(Array(form.charset.name.utf8), limit: 40)
            let cause = form.acceptCharset == nil ? "as its page is" : "by its accept-charset"
            return PageFault(
                message: "\(form.title) is sent in \(charset), \(cause), and the request does not say so",
                range: form.attributes["accept-charset"] ?? form.startTag
            )
        }
        self.report(faults, in: &report)
    }
}
