import Bytes
import Forms
import Inspection

/// `content-type/whitespace-around-equals`: a blank beside the equals sign of a parameter.
struct ContentTypeWhitespaceAroundEquals: Rule {
    let id = "content-type/whitespace-around-equals"
    let title = "blank beside an equals sign"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.6")]
    let rationale = """
        The grammar allows no blank there. With one on either side busboy refuses the request, and Werkzeug \
        delivers an empty form. A blank after the sign becomes part of the boundary for PHP, which then finds no \
        field, and for ModSecurity, which blocks the request; Go, python-multipart and defnull's multipart remove \
        it.
        """
    let hint = "Write `boundary=…` with nothing between the name, the equals sign and the value."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary▸ =AaB03x",
                remark: "before it"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary▸= AaB03x",
                remark: "after it"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data ; boundary=AaB03x",
                remark: "blanks beside the semicolon are allowed"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        var count = 0
        for parameter in mediaType.value.parameters where !parameter.blanksAroundEquals.isEmpty {
            report.add(
                self,
                Self.message(context.fields[parameter.range]),
                at: parameter.blanksAroundEquals,
                in: .head
            )
            count += 1
            guard count < 16 else { return }
        }
    }

    private static func message(_ parameter: ArraySlice<UInt8>) -> String {
        "a blank stands beside the equals sign of `\(PrintableText.text(parameter, limit: 80))`"
    }
}
