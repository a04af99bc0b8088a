import Bytes
import Forms
import Inspection

/// `whatwg/content-type`: a Content-Type that browsers would have written differently.
struct WHATWGContentType: Rule {
    let id = "whatwg/content-type"
    let title = "Content-Type other than browsers write it"
    let severity = Severity.error
    let clauses = [
        Clause(
            name: "WHATWG HTML, form submission (mutate action, entity body)",
            link: "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#submit-body"
        ),
        .whatwgEncoding,
    ]
    let rationale = """
        Browsers write `multipart/form-data; boundary=` and the boundary, in lowercase, with one blank, without \
        quotes, and nothing else. Some receivers accept only this.
        """
    let hint = "Write `multipart/form-data; boundary=` and the boundary without quotes."
    let evidence = Evidence.head

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸\"AaB03x\"",
                remark: "quotes"
            ),
            .violating(RuleExample.oneField(), contentType: "multipart/form-data;▸boundary=AaB03x"),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; ▸charset=utf-8; boundary=AaB03x",
                remark: "another parameter"
            ),
            .nearMiss(RuleExample.oneField()),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let mediaType = context.mediaType, let boundary = mediaType.boundaries.first else { return }
        let expected =
            Array("multipart/form-data; boundary=".utf8) + boundary.unescapedValue(in: context.fields)
        let range = mediaType.line.value
        let value = context.fields[range]
        guard let index = value.firstDifference(from: expected) else { return }
        report.add(
            self,
            "browsers write `\(PrintableText.text(expected, limit: 120))`, "
                + "this is `\(PrintableText.text(value, limit: 120))`",
            at: (range.lowerBound + index)..<max(range.upperBound, range.lowerBound + index),
            in: .head
        )
    }
}
