import Bytes
import Exchanges
import Forms
import Inspection

/// `content-type/missing`: a form without a Content-Type.
struct ContentTypeMissing: Rule {
    let id = "content-type/missing"
    let title = "form without a Content-Type"
    let severity = Severity.error
    let requirement = RequirementLevel.should
    let clauses = [Clause.rfc(9110, "8.3")]
    let rationale = """
        A server learns only from Content-Type that a body is a form and which boundary it has. Without it no form \
        parser is started: Go's ParseMultipartForm refuses the request, other servers deliver an empty form, and \
        ModSecurity and libhtp do not inspect the body.
        """
    let hint = """
        Send `Content-Type: multipart/form-data; boundary=…` with the request; take the value from the object that \
        built the body.
        """
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 68⏎▸⏎" + RuleExample.oneField(),
                remark: "the body is a form, the head does not say so"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎▸ContentType: multipart/form-data; boundary=AaB03x⏎Content-Length: 68⏎⏎"
                    + RuleExample.oneField(),
                remark: "the hyphen of the name is missing"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "▸",
                remark: "the field is there, its value is empty"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 0⏎⏎",
                remark: "no body needs no Content-Type"
            ),
            .nearMiss("{\"a\":1}", contentType: "", remark: "no form"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // Where fields of the head are not known, Content-Type may be among them.
        guard let form = context.form, context.request?.head.isWhole != false else { return }
        let place: Int
        if let mediaType = context.mediaType {
            guard mediaType.value.leading.isEmpty, mediaType.value.parameters.isEmpty else { return }
            place = mediaType.line.value.upperBound
        } else {
            place = context.fields.range.upperBound
        }
        guard form.looksLikeFormData else { return }
        if let line = context.fields.lines.first(where: {
            MisspeltField.isContentType(context.fields[$0.name])
        }) {
            let message = Self.message(form, context.fields[line.name])
            report.add(self, message, at: line.name, in: .head, hint: Self.misspeltHint)
        } else {
            report.add(self, Self.message(form), at: place..<place, in: .head)
        }
    }

    private static let misspeltHint = "Write the name as `Content-Type`, in any letter case."

    private static func message(_ form: Form, _ name: ArraySlice<UInt8>) -> String {
        "the body is a form delimited by `\(PrintableText.text(form.delimiterText, limit: 80))`, but its type stands in "
            + "`\(PrintableText.text(name, limit: 80))`, which is no field that servers know"
    }

    private static func message(_ form: Form) -> String {
        "the body is a form delimited by `\(PrintableText.text(form.delimiterText, limit: 80))`, but no Content-Type says so"
    }
}
