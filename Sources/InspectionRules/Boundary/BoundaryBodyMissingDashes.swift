import Bytes
import Forms
import Inspection

/// `boundary/body-missing-dashes`: the body's delimiters lack the two dashes before the boundary.
struct BoundaryBodyMissingDashes: Rule {
    let id = "boundary/body-missing-dashes"
    let title = "delimiters without their two dashes"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter is two dashes and the declared boundary, even where the boundary itself begins with dashes. \
        Without the two dashes no receiver reads the form: ModSecurity says "No boundaries found in payload.", Go, \
        busboy, python-multipart and defnull's multipart refuse the form, PHP and Werkzeug deliver an empty form.
        """
    let hint = "Write two dashes and the boundary before every part, and two more dashes after the last one."
    let concerns: FormTraits = .observedBoundary

    var examples: [RuleExample] {
        [
            .violating(
                "AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎AaB03x--⏎",
                contentType: "multipart/form-data; boundary=▸AaB03x",
                remark: "the boundary as it is declared"
            ),
            .violating(
                "----WebKitFormBoundaryX1⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎----WebKitFormBoundaryX1--⏎",
                contentType: "multipart/form-data; boundary=▸----WebKitFormBoundaryX1",
                remark: "the boundary's own four dashes, without the two of the delimiter"
            ),
            .nearMiss(
                RuleExample.oneField("----WebKitFormBoundaryX1"),
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryX1",
                remark: "two dashes and four"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=--AaB03x",
                remark: "dashes in both places: the header has two in excess"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let found = BoundaryDisagreement(context), found.kind == .bodyMissingDashes else { return }
        let hasDashes = found.declared.starts(with: [0x2D, 0x2D])
        let missing = found.declared.count + 2 - found.delimiter.count
        report.add(
            self,
            Self.message(found),
            at: found.parameter.value,
            in: .head,
            hint: missing != 2 ? Self.hint(missing) : hasDashes ? Self.dashesHint : nil
        )
    }

    private static func hint(_ missing: Int) -> String {
        "Write \(missing == 1 ? "one more dash" : "\(missing) more dashes") before each line of the body: it always has two "
            + "more than the header."
    }

    private static let dashesHint = """
        Write two more dashes before each line of the body, or leave two out of Content-Type: the body always has two \
        dashes more than the header.
        """

    private static func message(_ found: BoundaryDisagreement) -> String {
        "the boundary `\(PrintableText.text(found.declared, limit: 80))` makes the delimiter "
            + "`--\(PrintableText.text(found.declared, limit: 80))`, but the body has "
            + "`\(PrintableText.text(found.delimiter, limit: 80))`, first at offset \(found.offset)"
    }
}
