import Bytes
import Exchanges
import Forms
import Inspection

/// `body/empty`: a form is announced and no byte of it sent.
struct BodyEmpty: Rule {
    let id = "body/empty"
    let title = "no body"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        Even a form without fields has a close delimiter. For an empty body busboy says that it ended early, Go \
        "multipart: NextPart: EOF", Rack EOFError; PHP, Werkzeug, Django and python-multipart deliver an empty \
        form. Usually the body was a stream that a first attempt (a redirect, a login, a retry) had already read.
        """
    let hint =
        "Build the body again for each attempt, or rewind its stream; check that a body is attached at all."
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating("▸", remark: "no byte"),
            .violating("▸⏎", remark: "a line break only"),
            .violatingRequest(RuleExample.upload("Content-Length: 0⏎", ""), remark: "nothing was attached"),
            .violatingRequest(
                "GET /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎⏎▸",
                remark: "a default Content-Type on a request that uploads nothing"
            ),
            .nearMiss("--AaB03x--⏎", remark: "a form without fields"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart else { return }
        let length = context.form?.length ?? context.request?.content.bodyLength ?? 0
        guard length <= 4 else { return }
        if length > 0 {
            guard let bytes = context.form?.kept[0..<length], bytes.allSatisfy(\.isLineBreak) else { return }
        }
        guard length > 0 || !Self.isWithoutContent(context) else {
            report.add(
                self,
                Self.bare(context.method, isFormData: context.isFormData),
                at: 0..<0,
                severity: .note,
                hint: Self.bareHint
            )
            return
        }
        let isExpected = Self.isFirstLeg(context) || Self.isWithoutContent(context)
        report.add(
            self,
            Self.message(length, isFormData: context.isFormData),
            at: 0..<length,
            severity: isExpected ? .note : nil
        )
    }

    /// Whether the request only begins an authentication exchange, for which clients leave the body out.
    private static func isFirstLeg(_ context: borrowing RuleContext) -> Bool {
        if context.status == 401 || context.status == 407 { return true }
        for line in context.fields.lines {
            let name = context.fields[line.name]
            guard name.equalsIgnoringCase("authorization") || name.equalsIgnoringCase("proxy-authorization")
            else {
                continue
            }
            let scheme = context.fields[line.value]
            if scheme.startsIgnoringCase(with: "ntlm") || scheme.startsIgnoringCase(with: "negotiate") {
                return true
            }
        }
        return false
    }

    /// Whether the method usually has no content, so that the only fault is a default Content-Type.
    private static func isWithoutContent(_ context: borrowing RuleContext) -> Bool {
        switch context.method {
        case "GET", "HEAD", "DELETE", "OPTIONS": true
        default: false
        }
    }

    private static func bare(_ method: String, isFormData: Bool) -> String {
        "the \(method) request declares \(isFormData ? "multipart/form-data" : "multipart") and has no body: "
            + "nothing was uploaded"
    }

    private static let bareHint =
        "Set Content-Type only on requests that have a body; to upload, send the form with POST or PUT."

    private static func message(_ length: Int, isFormData: Bool) -> String {
        let type = isFormData ? "multipart/form-data" : "multipart"
        return length == 0
            ? "Content-Type announces \(type), but the body has no bytes"
            : "Content-Type announces \(type), but the body is only a line break"
    }
}
