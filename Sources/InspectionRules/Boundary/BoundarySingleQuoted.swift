import Bytes
import Forms
import Inspection

/// `boundary/single-quoted`: a boundary between apostrophes, which are part of it.
///
/// Where the body uses the apostrophes too, nothing is lost and the finding is only a note; where it is a form without
/// them, the form is lost: an error.
struct BoundarySingleQuoted: Rule {
    let id = "boundary/single-quoted"
    let title = "boundary between apostrophes"
    let severity = Severity.warning
    let clauses = [Clause.rfc(2046, "5.1.1"), Clause.rfc(9110, "5.6.4")]
    let rationale = """
        In HTTP only double quotes are quotes; an apostrophe is an ordinary character of a boundary. If the body is \
        delimited without the apostrophes, receivers find no delimiter: busboy, Go, python-multipart and defnull's \
        multipart refuse the form, PHP and Werkzeug deliver an empty form.
        """
    let hint = "Remove the apostrophes; a boundary of letters and digits needs no quotes."
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸'AaB03x'",
                remark: "meant as quotes"
            ),
            .violating(
                RuleExample.oneField("'AaB03x'"),
                contentType: "multipart/form-data; boundary=▸'AaB03x'",
                remark: "part of the boundary in the body as well: a note"
            ),
            .nearMiss(
                RuleExample.oneField("Aa'B03x"),
                contentType: "multipart/form-data; boundary=Aa'B03x",
                remark: "an apostrophe inside"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting == .bare {
            let value = context.fields[boundary.value]
            guard value.count > 2, value.first == UInt8(ascii: "'"), value.last == UInt8(ascii: "'") else {
                continue
            }
            let shown = PrintableText.text(value, limit: 80)
            if let form = context.form, !form.usesObservedBoundary, form.ending != .noDelimiter,
                form.boundary?.elementsEqual(value) ?? false
            {
                report.add(self, Self.literal(shown), at: boundary.value, in: .head, severity: .note)
            } else {
                let isForm = context.form?.usesObservedBoundary ?? false
                report.add(
                    self,
                    Self.message(shown),
                    at: boundary.value,
                    in: .head,
                    severity: isForm ? .error : nil
                )
            }
        }
    }

    private static func message(_ shown: String) -> String {
        "the apostrophes are part of the boundary `\(shown)`, but the body is not delimited by it"
    }

    private static func literal(_ shown: String) -> String {
        "the apostrophes are part of the boundary `\(shown)`, in the body as well"
    }
}
