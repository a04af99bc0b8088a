import Bytes
import Forms
import Inspection

/// `content-type/charset-param`: a parameter other than boundary on multipart/form-data.
struct ContentTypeCharsetParam: Rule {
    let id = "content-type/charset-param"
    let title = "parameter other than boundary"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "8")]
    let rationale = """
        The type is registered with one parameter, boundary. ModSecurity takes a `charset` before it for a malformed \
        boundary and blocks the upload, libhtp marks one after it as invalid; most form parsers ignore it either \
        way.
        """
    let hint = """
        Remove the parameter from the request's Content-Type; where a text field needs a charset, put it on the \
        part's own `text/plain`.
        """
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸charset=utf-8; boundary=AaB03x",
                remark: "before the boundary"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x; ▸charset=utf-8",
                remark: "after it"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: text/plain; charset=utf-8⏎⏎1⏎"
                    + "--AaB03x--⏎",
                remark: "on a part"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Type: application/xml⏎⏎<a/>⏎--AaB03x--⏎",
                contentType: "multipart/related; type=\"application/xml\"; boundary=AaB03x",
                remark: "other multipart types have parameters of their own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isFormData, let mediaType = context.mediaType else { return }
        var count = 0
        for parameter in mediaType.value.parameters {
            let name = context.fields[parameter.name]
            if name.equalsIgnoringCase("boundary") || name.startsIgnoringCase(with: "boundary*") { continue }
            // A misspelled boundary is not to be removed: content-type/boundary-overwritten.
            if mediaType.misspelledBoundary(in: context.fields)?.range == parameter.range { continue }
            let shown = context.fields[parameter.range]
            report.add(self, Self.message(shown), at: parameter.range, in: .head)
            count += 1
            guard count < 16 else { return }
        }
    }

    private static func message(_ parameter: ArraySlice<UInt8>) -> String {
        "multipart/form-data has no parameter `\(PrintableText.text(parameter, limit: 80))`; `boundary` is the only one"
    }
}
