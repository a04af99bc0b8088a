import Inspection

/// `form/unknown-owner`: a control whose form attribute names no form.
struct FormUnknownOwner: PageRule {
    let id = "form/unknown-owner"
    let title = "a control names a form that is not there"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html(
            "association of controls and forms",
            "form-control-infrastructure.html#association-of-controls-and-forms"
        )
    ]
    let rationale = """
        A form attribute replaces the form around a control. Where no form has that id, or another element \
        has it first, the control belongs to no form and is not sent.
        """
    let hint = """
        Write the id of the form into the form attribute (its name does not count), and see that no other \
        element has that id.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form id=up method=post enctype=multipart/form-data>▸<input type=file name=photo form=upload></form>",
            remark: "no element has this id"
        ),
        .nearMissPage(
            "<form id=up method=post enctype=multipart/form-data></form><input type=file name=photo form=up>"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let lost = page.controls.filter {
            $0.form == nil && $0.attributes["form"] != nil && $0.isSuccessful
        }
        let faults = lost.map {
            PageFault(
                message: "\($0.title) names a form that is not in the page: it is not sent",
                range: $0.startTag
            )
        }
        self.report(faults, in: &report)
    }
}
