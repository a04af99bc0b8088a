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
        counts as none. A button's formenctype counts instead of it: remove that.
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
        .violatingPage(
            "<form method=post action=/up enctype=multipart/form-data><input type=file name=photo><button>Send</button><button name=draft ▸formenctype=text/plain>Keep</button></form>",
            remark: "a button that says otherwise"
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
        let faults = page.forms.flatMap { form in
            page.faults(of: form, in: "enctype", where: { $0.method == .post && $0.enctype != .multipart }) {
                "is sent as \($0.enctype.rawValue)"
            }
        }
        self.report(faults, in: &report)
    }
}
