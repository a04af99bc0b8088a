import Bytes
import Forms
import Inspection

/// `boundary/parameter-name-case`: the parameter's name not in lowercase.
struct BoundaryParameterNameCase: Rule {
    let id = "boundary/parameter-name-case"
    let title = "parameter name not in lowercase"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "5.6.6")]
    let rationale = """
        Letter case does not matter in a parameter's name, and most form parsers accept any; Jetty, Tornado, \
        fasthttp and libmicrohttpd refuse the form. ModSecurity blocks the upload: "Invalid boundary in C-T (case \
        sensitivity)."; libhtp marks the header as invalid.
        """
    let hint = "Write `boundary` in lowercase."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸BOUNDARY=AaB03x",
                remark: "legal, and blocked by a firewall"
            ),
            .nearMiss(RuleExample.oneField(), remark: "lowercase"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) {
            let name = context.fields[boundary.name]
            guard name.contains(where: { $0 != $0.lowercased }) else { continue }
            report.add(self, Self.message(name), at: boundary.name, in: .head)
        }
    }

    private static func message(_ name: ArraySlice<UInt8>) -> String {
        "the parameter's name is written `\(PrintableText.text(name))`"
    }
}
