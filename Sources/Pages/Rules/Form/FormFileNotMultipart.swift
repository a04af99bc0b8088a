import Inspection

/// `form/file-not-multipart`: a file input in a form that does not send files.
struct FormFileNotMultipart: PageRule {
    let id = "form/file-not-multipart"
    let title = "a form with a file input is not multipart/form-data"
    let severity = Severity.error
    let clauses: [Clause] = [
        .html("form submission attributes", "form-control-infrastructure.html#form-submission-attributes"),
        .html(
            "constructing the entry list",
            "form-control-infrastructure.html#constructing-the-form-data-set"
        ),
    ]
    let rationale = """
        Browsers send the name of the file instead of its content, and say nothing. The server sees a text \
        field `photo=cat.png` where it looks for a file: PHP's $_FILES is empty, Express's req.file \
        undefined, Django's request.FILES has no entry.
        """
    let hint = """
        Write enctype="multipart/form-data" into the form tag, exactly so; a value that browsers do not know \
        counts as none.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "▸<form method=post action=/up><input type=file name=photo></form>",
            remark: "no enctype"
        ),
        .violatingPage(
            "<form method=post action=/up ▸enctype=multipart><input type=file name=photo></form>",
            remark: "a value that is none"
        ),
        .nearMissPage(
            "<form method=post action=/up enctype=multipart/form-data><input type=file name=photo></form>"
        ),
        .nearMissPage(
            "<form method=post action=/up><input type=file name=photo><button formenctype=multipart/form-data>Send</button></form>",
            remark: "the button says it"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.forms.flatMap { form -> [PageFault] in
            let files = page.fileInputs(of: form)
            let posts = page.submissions(of: form).filter { $0.method == .post && $0.enctype != .multipart }
            guard !files.isEmpty, let enctype = posts.first?.enctype.rawValue else { return [] }
            let place = form.attributes["enctype"] ?? form.startTag
            return [PageFault(message: Self.message(form, files, enctype), range: place)]
        }
        self.report(faults, in: &report)
    }

    private static func message(_ form: PageForm, _ files: [PageControl], _ enctype: String) -> String {
        "\(form.title) is sent as \(enctype): of the files in \(files.names) only the names are sent"
    }
}
