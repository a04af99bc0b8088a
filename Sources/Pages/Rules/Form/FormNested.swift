import Inspection

/// `form/nested`: a form tag that browsers drop.
struct FormNested: PageRule {
    let id = "form/nested"
    let title = "a form stands in another form"
    let severity = Severity.error
    let clauses: [Clause] = [.html("the \"in body\" insertion mode", "parsing.html#parsing-main-inbody")]
    let rationale = """
        Browsers drop the tag of a form in a form: its controls belong to the outer one and go to its \
        action. The next end tag closes the outer form, so that what follows, often a file input, belongs to \
        none.
        """
    let hint = """
        Close the first form before the second begins; a control elsewhere can name its form with form="ID".
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post action=/a><input name=q>▸<form method=post action=/b enctype=multipart/form-data><input type=file name=photo></form></form>"
        ),
        .nearMissPage(
            "<form method=post action=/a><input name=q></form><form method=post action=/b enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "one after the other"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.droppedForms.map { range in
            let outer = page.forms.last { $0.startTag.lowerBound < range.lowerBound }?.title ?? "another form"
            return PageFault(
                message:
                    "this form stands in \(outer), and browsers drop it: its controls go to that form's action",
                range: range
            )
        }
        self.report(faults, in: &report)
    }
}
