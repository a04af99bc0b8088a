import Forms
import Inspection

/// `disposition/filename-special`: what a filename in quotes may hold.
struct DispositionFilenameSpecial: Rule {
    let id = "disposition/filename-special"
    let title = "semicolons, commas, blanks and emoji in a quoted filename"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "5.6.4"), .rfc(7578, "4.2")]
    let rationale = """
        Between quotation marks all characters but the quotation mark, the backslash and controls stand for \
        themselves, and most form parsers read them so. Where such a filename is cut, the receiver splits the field at \
        semicolons even inside the quotation marks.
        """
    let hint = "Nothing needs to change: keep the quotation marks."
    let evidence = Evidence.partHeader
    let isGuard = true

    var examples: [RuleExample] {
        [
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a;b.txt""#,
                remark: "a semicolon"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a, b=c.txt""#,
                remark: "a comma"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="a (1) [2].txt""#,
                remark: "blanks"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="😀.txt""#,
                remark: "an emoji"
            ),
        ]
    }

    /// Never reports anything: these names are correct.
    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {}
}
