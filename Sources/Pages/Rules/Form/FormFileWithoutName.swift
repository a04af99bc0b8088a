import Inspection

/// `form/file-without-name`: a file input whose file is never sent because nothing names it.
struct FormFileWithoutName: PageRule {
    let id = "form/file-without-name"
    let title = "a file input has no name"
    let severity = Severity.error
    let clauses: [Clause] = [
        .html(
            "constructing the entry list",
            "form-control-infrastructure.html#constructing-the-form-data-set"
        )
    ]
    let rationale = """
        A control without a name, or with an empty one, is never sent. The user chooses a file, the request \
        has no part for it.
        """
    let hint = """
        Give the input a name attribute: the name by which the server looks for the file. An id is not sent.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=file id=photo></form>",
            remark: "an id, no name"
        ),
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=file name=\"\"></form>",
            remark: "an empty name"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><input type=file name=photo></form>"
        ),
        .nearMissPage(
            "<input type=file id=picker>",
            remark: "no form either: a script reads it"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let files = page.controls.filter { $0.kind == .file && ($0.name ?? "").isEmpty && $0.form != nil }
        let faults = files.map {
            PageFault(message: "a file input has no name: its file is never sent", range: $0.startTag)
        }
        self.report(faults, in: &report)
    }
}
