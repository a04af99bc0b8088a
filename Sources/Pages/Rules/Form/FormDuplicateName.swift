import Inspection

/// `form/duplicate-name`: controls that share a name.
struct FormDuplicateName: PageRule {
    let id = "form/duplicate-name"
    let title = "two controls of a form have one name"
    let severity = Severity.note
    let clauses: [Clause] = [
        .html(
            "constructing the entry list",
            "form-control-infrastructure.html#constructing-the-form-data-set"
        )
    ]
    let rationale = """
        Both are sent, in the order of the page. PHP and most frameworks keep the last value, ASP joins them \
        with a comma, others keep the first: a file input under the name of a text field can be lost that \
        way.
        """
    let hint = """
        Give each control a name of its own, or the name of a list (`photo[]` for PHP) where the server \
        expects one.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data><input name=photo>▸<input type=file name=photo></form>"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><input type=radio name=size value=1><input type=radio name=size value=2><input type=file name=\"p[]\"><input type=file name=\"p[]\"></form>",
            remark: "a choice, and a list"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.forms.flatMap { form -> [PageFault] in
            var seen: Set<String> = []
            let controls = page.controls(of: form).filter { control in
                control.isAlwaysSent && !(control.name ?? "").hasSuffix("[]")
            }
            return controls.filter { !seen.insert($0.name ?? "").inserted }.map {
                PageFault(message: "\($0.title) has the name of an earlier control", range: $0.startTag)
            }
        }
        self.report(faults, in: &report)
    }
}
