import Bytes
import Forms
import Inspection

/// `boundary/header-includes-dashes`: the declared boundary begins with the delimiter's own two dashes.
///
/// The header's value equals the body's line. As a boundary may begin with dashes of its own, the body may be
/// at fault as well: ``BoundaryDisagreement`` weighs both, and the fix names both
/// (`boundary/body-missing-dashes`).
struct BoundaryHeaderIncludesDashes: Rule {
    let id = "boundary/header-includes-dashes"
    let title = "delimiter's dashes in the header"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter is two dashes and the declared boundary. With the delimiter's dashes in the header receivers \
        look for four dashes, and find nothing: Go, busboy, python-multipart and defnull's multipart refuse the \
        form, PHP and Werkzeug deliver an empty form, and Spring says "Required request part … is not present".
        """
    let hint = """
        Leave two dashes out of Content-Type, or write two more before each line of the body: the body always has two \
        dashes more than the header.
        """
    let concerns: FormTraits = .observedBoundary

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸--AaB03x",
                remark: "the line was copied into the header"
            ),
            .violating(
                "------FormBoundaryX1⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎------FormBoundaryX1--⏎",
                contentType: "multipart/form-data; boundary=▸------FormBoundaryX1",
                remark: "six dashes: those of the delimiter and four of the boundary"
            ),
            .nearMiss(
                "----WebKitFormBoundaryX1⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎----WebKitFormBoundaryX1--⏎",
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryX1",
                remark: "a boundary of a browser, whose four dashes are its own: the body lacks two"
            ),
            .nearMiss(
                RuleExample.oneField("----WebKitFormBoundaryX1"),
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryX1",
                remark: "a boundary may begin with dashes of its own"
            ),
            .nearMiss(
                "AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎AaB03x--⏎",
                remark: "no dashes in either place: the body lacks them"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let found = BoundaryDisagreement(context), found.kind == .headerIncludesDashes else { return }
        report.add(self, Self.message(found), at: found.parameter.value, in: .head)
    }

    private static func message(_ found: BoundaryDisagreement) -> String {
        "Content-Type declares as the boundary what the body has as its delimiter, "
            + "`\(PrintableText.text(found.delimiter, limit: 80))`, first at offset \(found.offset): a delimiter has two "
            + "dashes more than its boundary"
    }
}
