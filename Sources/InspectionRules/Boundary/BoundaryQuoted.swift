import Bytes
import Forms
import Inspection

/// `boundary/quoted`: a boundary in double quotes, which is always legal.
struct BoundaryQuoted: Rule {
    let id = "boundary/quoted"
    let title = "boundary in quotes"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1"), Clause.rfc(9110, "5.6.6")]
    let rationale = """
        The quotes are not part of the value, and RFC 2046 says that they never hurt; .NET's HttpClient always \
        writes them. Some receivers take them for part of the value, such as BlackSheep, cgicc, WSAPI, \
        nginx-upload-module, old versions of Jersey ("Missing start boundary") and of Netty, and ModSecurity's \
        strict rules block on BOUNDARY_QUOTED.
        """
    let hint = "Legal; where a receiver or a firewall refuses the upload, send the boundary without quotes."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=\"▸AaB03x\"",
                remark: "as .NET writes it"
            ),
            .nearMiss(RuleExample.oneField(), remark: "bare"),
            .nearMiss(
                RuleExample.oneField("'AaB03x'"),
                contentType: "multipart/form-data; boundary='AaB03x'",
                remark: "apostrophes are not quotes"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16)
        where boundary.quoting == .quoted && !boundary.value.isEmpty {
            let value = context.fields[boundary.value]
            if value.allSatisfy(\.isTokenCharacter) {
                report.add(self, Self.message(value), at: boundary.value, in: .head)
            } else {
                report.add(self, Self.needed(value), at: boundary.value, in: .head, hint: Self.otherHint)
            }
        }
    }

    private static func message(_ value: ArraySlice<UInt8>) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` stands in quotes that it does not need"
    }

    private static func needed(_ value: ArraySlice<UInt8>) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` stands in quotes"
    }

    private static let otherHint =
        "Legal, and this value needs the quotes; a boundary of letters and digits would do without them."
}
