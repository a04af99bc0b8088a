import Inspection

/// `form/alike`: forms whose requests are alike.
struct FormsAlike: PageRule {
    let id = "form/alike"
    let title = "several forms send the same names to the same place"
    let severity = Severity.note
    let clauses: [Clause] = [
        .html("form submission algorithm", "form-control-infrastructure.html#form-submission-algorithm")
    ]
    let rationale = """
        Only the form whose button is pressed is sent. Where two forms with the same action hold the same \
        names, a file chosen in one and a button pressed in the other make a request without the file that \
        looks complete.
        """
    let hint = """
        Make one form of them, or give each an action, or a hidden field, of its own.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post action=/up enctype=multipart/form-data><input type=file name=photo></form>▸<form method=post action=/up enctype=multipart/form-data><input type=file name=photo></form>"
        ),
        .nearMissPage(
            "<form method=post action=/up enctype=multipart/form-data><input type=file name=photo></form><form method=post action=/other enctype=multipart/form-data><input type=file name=photo></form>",
            remark: "another action"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        var first: [String: PageForm] = [:]
        var faults: [PageFault] = []
        for form in page.forms where !page.fileInputs(of: form).isEmpty {
            let names = page.controls(of: form).filter(\.isAlwaysSent).compactMap(\.name)
            let key = ([form.method.rawValue, form.address?.text ?? form.action ?? ""] + names)
                .map { "\($0.utf8.count):\($0)" }.joined()
            guard let earlier = first[key] else {
                first[key] = form
                continue
            }
            let message = "\(form.title) sends the same names to the same place as \(earlier.title)"
            faults.append(PageFault(message: message, range: form.startTag))
        }
        self.report(faults, in: &report)
    }
}
