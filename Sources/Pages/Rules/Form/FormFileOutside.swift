import Inspection

/// `form/file-outside`: a file input that no form sends.
struct FormFileOutside: PageRule {
    let id = "form/file-outside"
    let title = "a file input belongs to no form"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html(
            "association of controls and forms",
            "form-control-infrastructure.html#association-of-controls-and-forms"
        )
    ]
    let rationale = """
        A control that stands in no form, and names none, is sent with none. Often a closing tag of a form \
        stands too early, or a form was dropped because it stood in another one. It is right where a script \
        reads the file and sends it itself.
        """
    let hint = """
        Move the input into the form, or give it form="ID" with the id of the form.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data><input name=title></form>▸<input type=file name=photo>",
            remark: "behind the end tag"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data id=up></form><input type=file name=photo form=up>",
            remark: "its form attribute names the form"
        ),
        .nearMissPage(
            "<table><form method=post enctype=multipart/form-data><tr><td><input type=file name=photo></table>",
            remark: "it is in no form, yet belongs to one"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let files = page.controls.filter {
            $0.kind == .file && $0.form == nil && $0.attributes["form"] == nil
        }
        let faults = files.map {
            PageFault(message: "\($0.title) belongs to no form: no form sends it", range: $0.startTag)
        }
        self.report(faults, in: &report)
    }
}
