import Inspection

/// `form/charset-field`: a field that browsers fill.
struct FormCharsetField: PageRule {
    let id = "form/charset-field"
    let title = "a hidden field `_charset_` is filled by browsers"
    let severity = Severity.note
    let clauses: [Clause] = [
        .html(
            "constructing the entry list",
            "form-control-infrastructure.html#constructing-the-form-data-set"
        )
    ]
    let rationale = """
        Browsers fill a hidden field of this name with the name of the encoding, whatever its value is. RFC \
        7578 §4.6 has receivers read the names by it, few do.
        """
    let hint = """
        Nothing to do where the server reads it; otherwise leave it out, and send UTF-8.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=hidden name=_charset_><input type=file name=photo></form>"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><input name=_charset_><input type=file name=photo></form>",
            remark: "only a hidden field is filled"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let fields = page.controls.filter {
            $0.kind == .hidden && $0.form != nil && ($0.name ?? "").asciiLowercased == "_charset_"
        }
        let faults = fields.map {
            PageFault(
                message: "browsers replace the value of `_charset_` by the name of the encoding",
                range: $0.startTag
            )
        }
        self.report(faults, in: &report)
    }
}
