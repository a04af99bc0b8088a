import Bytes
import Forms
import Inspection

/// `boundary/body-extra-dashes`: the body's delimiters have more dashes than two and those of the boundary.
struct BoundaryBodyExtraDashes: Rule {
    let id = "boundary/body-extra-dashes"
    let title = "delimiters with too many dashes"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A delimiter is exactly two dashes and the declared boundary. With more dashes receivers find no delimiter \
        at the beginning of a line: Go, busboy, python-multipart and defnull's multipart refuse the form, PHP and \
        Werkzeug deliver an empty form.
        """
    let hint =
        "Add the two dashes once: the boundary that the code writing the body receives already has them."
    let concerns: FormTraits = .observedBoundary

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("--AaB03x"),
                contentType: "multipart/form-data; boundary=▸AaB03x",
                remark: "two dashes added twice"
            ),
            .nearMiss(
                RuleExample.oneField("--AaB03x"),
                contentType: "multipart/form-data; boundary=--AaB03x",
                remark: "the boundary has two dashes of its own"
            ),
            .nearMiss(RuleExample.oneField(), remark: "two dashes"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let found = BoundaryDisagreement(context), found.kind == .bodyExtraDashes else { return }
        report.add(self, Self.message(found), at: found.parameter.value, in: .head)
    }

    private static func message(_ found: BoundaryDisagreement) -> String {
        let surplus = found.delimiter.count - found.declared.count - 2
        let declared = PrintableText.text(found.declared, limit: 80)
        return "the boundary `\(declared)` makes the delimiter `--\(declared)`, but the body has "
            + "`\(PrintableText.text(found.delimiter, limit: 80))`, first at offset \(found.offset): \(surplus) "
            + (surplus == 1 ? "dash" : "dashes") + " too many"
    }
}
