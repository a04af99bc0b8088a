import Forms
import Inspection

/// `delimiter/zero-parts`: a close delimiter and no part.
struct DelimiterZeroParts: Rule {
    let id = "delimiter/zero-parts"
    let title = "form without parts"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(2046, "5.1"), .whatwgEncoding]
    let rationale = """
        RFC 2046 requires at least one part, but browsers send exactly this for an empty FormData, and most \
        receivers read a form without fields; CGI.pm, POCO and Twisted refuse it, and Rack where no CRLF follows. \
        There ModSecurity finds no boundary. In multipart types other than form-data it is an error.
        """
    let hint = "Append the fields before the form is sent, or send no body if there are none."
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating("▸--AaB03x--⏎", remark: "what browsers send for an empty form"),
            .violating("▸--AaB03x--"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎⏎--AaB03x--⏎",
                remark: "one empty field"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.partCount == 0, form.emptyDelimiters.isEmpty,
            let close = form.close, HeadedPreamble(form) == nil, WrittenLengths(in: form) == nil
        else { return }
        let isOther = context.isMultipart && !context.isFormData
        report.add(self, Self.message, at: close.text, severity: isOther ? .error : nil)
    }

    private static let message = "the body is a close delimiter and nothing else: the form has no part"
}
