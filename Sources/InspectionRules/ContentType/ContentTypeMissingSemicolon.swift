import Bytes
import Forms
import Inspection

/// `content-type/missing-semicolon`: a parameter that no semicolon precedes.
struct ContentTypeMissingSemicolon: Rule {
    let id = "content-type/missing-semicolon"
    let title = "no semicolon before a parameter"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.6"), Clause.rfc(9110, "8.3.1")]
    let rationale = """
        Without the semicolon the parameter is part of the type, or of the parameter before it. Go stops at \
        "unexpected content", and busboy refuses the unknown type; Django, Starlette, Werkzeug and defnull's \
        multipart deliver an empty form; ModSecurity blocks it by MULTIPART_MISSING_SEMICOLON.
        """
    let hint = "Write a semicolon between the type and each parameter: `multipart/form-data; boundary=…`."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data▸ boundary=AaB03x",
                remark: "a blank instead of the semicolon"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; charset=utf-8▸ boundary=AaB03x",
                remark: "between two parameters"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=\"AaB03x\"▸ charset=utf-8",
                remark: "after a closing quote"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data;boundary=AaB03x",
                remark: "the blank after the semicolon is optional"
            ),
            .nearMiss(
                RuleExample.oneField("a b"),
                contentType: "multipart/form-data; boundary=\"a b\"",
                remark: "a blank inside quotes"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data, boundary=AaB03x",
                remark: "a comma instead: another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for stray in StraySeparator.all(in: mediaType, context.fields) where !stray.isComma {
            report.add(self, Self.message(context.fields[stray.following]), at: stray.range, in: .head)
        }
    }

    private static func message(_ following: ArraySlice<UInt8>) -> String {
        "no semicolon stands before `\(PrintableText.text(following, limit: 80))`"
    }
}
