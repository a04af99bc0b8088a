import Inspection

/// `form/file-with-get`: a file input in a form whose data go into the URL.
struct FormFileWithGET: PageRule {
    let id = "form/file-with-get"
    let title = "a form with a file input is sent with GET"
    let severity = Severity.error
    let clauses: [Clause] = [
        .html("form submission algorithm", "form-control-infrastructure.html#form-submission-algorithm")
    ]
    let rationale = """
        With GET all that a form has goes into the URL, whatever its enctype is: of a file its name.
        """
    let hint = """
        Write method="post" into the form tag: GET is what a form without a method uses, and one whose \
        method browsers do not know. A button's formmethod counts instead of it.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "▸<form action=/up enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "no method"
        ),
        .violatingPage(
            "<form ▸method=put action=/up enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "a method that forms do not know"
        ),
        .violatingPage(
            "<form method=post action=/up enctype=multipart/form-data><input type=file name=photo><button>Send</button><button name=look ▸formmethod=get>Look</button></form>",
            remark: "a button that says otherwise"
        ),
        .nearMissPage(
            "<form method=POST action=/up enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "letter case does not count"
        ),
        .nearMissPage(
            "<form action=/up enctype=multipart/form-data><input type=file name=photo><button formmethod=post>Send</button></form>",
            remark: "the button says it"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.forms.flatMap { form in
            page.faults(of: form, in: "method", where: { $0.method == .get }) { _ in "is sent with GET" }
        }
        self.report(faults, in: &report)
    }
}
