import Inspection

/// `form/file-disabled`: a file input that is never sent because it is disabled.
struct FormFileDisabled: PageRule {
    let id = "form/file-disabled"
    let title = "a file input is disabled"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html(
            "constructing the entry list",
            "form-control-infrastructure.html#constructing-the-form-data-set"
        )
    ]
    let rationale = """
        A disabled control is never sent, and no file can be chosen in it; a fieldset disables all that \
        stands in it but its first legend. A script that enables it must do so before the form is sent.
        """
    let hint = """
        Remove disabled from the input, or from the fieldset around it; have the script that enables it run \
        before the form can be sent.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=file name=photo disabled></form>"
        ),
        .violatingPage(
            "<form method=post enctype=multipart/form-data><fieldset disabled>▸<input type=file name=photo></fieldset></form>",
            remark: "by its fieldset"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><fieldset disabled><legend><input type=file name=photo></legend></fieldset></form>",
            remark: "the first legend is left out"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let files = page.controls.filter { $0.kind == .file && $0.isDisabled }
        let faults = files.map { control in
            let cause = control.attributes["disabled"] == nil ? " by its fieldset" : ""
            return PageFault(
                message: "\(control.title) is disabled\(cause): it is never sent",
                range: control.startTag
            )
        }
        self.report(faults, in: &report)
    }
}
