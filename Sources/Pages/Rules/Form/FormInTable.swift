import Inspection

/// `form/in-table`: a form where a table may not have one, which the parser separates from its controls.
struct FormInTable: PageRule {
    let id = "form/in-table"
    let title = "a form stands between the tags of a table"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html("the \"in table\" insertion mode", "parsing.html#parsing-main-intable"),
        .html(
            "association of controls and forms",
            "form-control-infrastructure.html#association-of-controls-and-forms"
        ),
    ]
    let rationale = """
        Browsers take a form between table and tr as empty, and close it at once. Its controls are sent all \
        the same, since they belong to the form that was open when they were read; but they are not inside \
        it: form.querySelector, form.children and CSS find nothing, libraries that gather a form's controls \
        by its tree leave out the file, and a table that is closed before the form takes in controls that \
        come later.
        """
    let hint = """
        Put the form around the whole table, or wholly into one cell; or leave it empty, and give each \
        control form="ID".
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<table>▸<form method=post enctype=multipart/form-data><tr><td><input type=file name=photo></td></tr></form></table>",
            remark: "between table and tr"
        ),
        .violatingPage(
            "<table><tr>▸<form method=post enctype=multipart/form-data><td><input type=file name=photo></td></form></tr></table>",
            remark: "between tr and td"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><table><tr><td><input type=file name=photo></table></form>",
            remark: "the form around the table"
        ),
        .nearMissPage(
            "<table><tr><td><form method=post enctype=multipart/form-data><input type=file name=photo></form></table>",
            remark: "the form in a cell"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.forms.filter(\.isEmptiedByTable).map { form in
            let lost = page.controls(of: form).filter { $0.association == .parser }
            return PageFault(message: Self.message(form, lost), range: form.startTag)
        }
        self.report(faults, in: &report)
    }

    private static func message(_ form: PageForm, _ lost: [PageControl]) -> String {
        "\(form.title) stands between the tags of a table, where it has no children"
            + (lost.isEmpty ? "" : ": scripts that look in it do not find \(lost.names)")
    }
}
