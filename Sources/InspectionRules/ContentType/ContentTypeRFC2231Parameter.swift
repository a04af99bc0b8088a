import Bytes
import Forms
import Inspection

/// `content-type/rfc2231-parameter`: the boundary in the extended or continued notation of mail.
struct ContentTypeRFC2231Parameter: Rule {
    let id = "content-type/rfc2231-parameter"
    let title = "boundary in the notation of RFC 2231"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2231, "3"), Clause.rfc(2231, "4")]
    let rationale = """
        `boundary*=` and `boundary*0=` are mail's notation for long or non-ASCII values, which a boundary never has. \
        Go joins the pieces, PHP takes the first for the whole; busboy, python-multipart and defnull's multipart find \
        no boundary, and ModSecurity blocks the request. Because parsers differ, this notation is used to get past \
        firewalls.
        """
    let hint = "Send one plain `boundary=` parameter of at most 70 ASCII characters."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸boundary*=us-ascii''AaB03x",
                remark: "with charset and language"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸boundary*0=AaB; boundary*1=03x",
                remark: "in two pieces"
            ),
            .nearMiss(
                RuleExample.oneField("Aa*03x"),
                contentType: "multipart/form-data; boundary=Aa*03x",
                remark: "an asterisk in the value: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for parameter in mediaType.value.parameters
        where context.fields[parameter.name].startsIgnoringCase(with: "boundary*") {
            let shown = context.fields[parameter.range]
            report.add(self, Self.message(shown), at: parameter.range, in: .head)
            return
        }
    }

    private static func message(_ parameter: ArraySlice<UInt8>) -> String {
        "the boundary is given as `\(PrintableText.text(parameter, limit: 80))`, a notation that few form parsers read"
    }
}
