import Bytes
import Forms
import Inspection

/// `content-type/comma-separator`: a comma where a semicolon should be.
struct ContentTypeCommaSeparator: Rule {
    let id = "content-type/comma-separator"
    let title = "comma instead of a semicolon"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.6"), Clause.rfc(9110, "8.3")]
    let rationale = """
        A comma separates the members of a list, and Content-Type is not a list: either the semicolon was mistyped, \
        or two Content-Type lines were joined by a proxy. ModSecurity answers "Invalid boundary in C-T \
        (malformed).", Go "unexpected content", and busboy refuses the request; Django, Starlette, Werkzeug and \
        defnull's multipart deliver an empty form.
        """
    let hint = "Separate parameters with semicolons, and send one media type in one Content-Type line."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data▸, boundary=AaB03x",
                remark: "after the type"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x▸, multipart/form-data; boundary=AaB03x",
                remark: "two lines joined into one"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x▸, application/json",
                remark: "a default for JSON joined to it"
            ),
            .nearMiss(
                RuleExample.oneField("a,b"),
                contentType: "multipart/form-data; boundary=\"a,b\"",
                remark: "a comma inside quotes belongs to the boundary"
            ),
            .nearMiss(
                RuleExample.oneField("a,b"),
                contentType: "multipart/form-data; boundary=a,b",
                remark: "a comma in a bare boundary lacks quotes, no semicolon"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for stray in StraySeparator.all(in: mediaType, context.fields) where stray.isComma {
            let following = context.fields[stray.following]
            let isSecond = StraySeparator.beginsMediaType(following)
            report.add(
                self,
                isSecond ? Self.second(following) : Self.message(following),
                at: stray.range,
                in: .head,
                hint: isSecond ? Self.joinedHint : nil
            )
        }
    }

    private static let joinedHint =
        "Send Content-Type once: a default of the HTTP client and a value of your own, or a second line of it, were joined "
        + "with a comma on the way."

    private static func second(_ following: ArraySlice<UInt8>) -> String {
        "a second value, `\(PrintableText.text(following, limit: 80))`, follows a comma: Content-Type has one"
    }

    private static func message(_ following: ArraySlice<UInt8>) -> String {
        guard !following.isEmpty else { return "a comma stands at the end of the media type" }
        return
            "a comma stands before `\(PrintableText.text(following, limit: 80))` where a semicolon should be"
    }
}
