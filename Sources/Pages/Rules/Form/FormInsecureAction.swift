import Inspection

/// `form/insecure-action`: an action without encryption.
struct FormInsecureAction: PageRule {
    let id = "form/insecure-action"
    let title = "a page over https sends a form over http"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html("form submission algorithm", "form-control-infrastructure.html#form-submission-algorithm")
    ]
    let rationale = """
        The upload is readable by all on its way, and browsers warn before they send it, or refuse. A server \
        that redirects to https answers a POST with 301 or 302, after which browsers ask again with GET and \
        without the file.
        """
    let hint = """
        Write the action with https, or without scheme and host.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data ▸action=http://h/up><input type=file name=photo></form>",
            remark: "the page is https://h/"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data action=//h/up><input type=file name=photo></form>",
            remark: "the scheme of the page"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        guard page.address?.scheme == "https" else { return }
        let forms = page.forms.filter { $0.address?.scheme == "http" && $0.method != .dialog }
        let faults = forms.map { form in
            PageFault(
                message: "\(form.title) of a page over https is sent to \(form.address?.origin ?? "http")",
                range: form.attributes["action"] ?? form.startTag
            )
        }
        self.report(faults, in: &report)
    }
}
