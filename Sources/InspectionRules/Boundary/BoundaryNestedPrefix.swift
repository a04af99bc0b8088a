import Bytes
import Forms
import Inspection

/// `boundary/nested-prefix`: the boundary of a multipart within a part begins with the boundary around it.
///
/// The other way round, the outer one being longer, is legal and only a note.
struct BoundaryNestedPrefix: Rule {
    let id = "boundary/nested-prefix"
    let title = "nested boundary that begins with the outer one"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        Every inner delimiter begins with the outer one, and some receivers end the part at such a line: PHP, Django \
        and libhtp do; busboy and defnull's multipart refuse the form, and ModSecurity blocks it; Go and \
        python-multipart do not split.
        """
    let hint =
        "Give the nested multipart a boundary of its own, generated and not derived from the outer one."
    let concerns: FormTraits = .header(.multipartType)

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; "
                    + "boundary=▸AaB03xIN⏎⏎--AaB03xIN⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--AaB03xIN--⏎⏎"
                    + "--AaB03x--⏎",
                remark: "derived by a suffix"
            ),
            .violating(
                "--AaB03xIN⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; "
                    + "boundary=▸AaB03x⏎⏎--AaB03x⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--AaB03x--⏎⏎"
                    + "--AaB03xIN--⏎",
                contentType: "multipart/form-data; boundary=AaB03xIN",
                remark: "the outer one is longer: a note"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; boundary=INAaB03x⏎⏎"
                    + "--INAaB03x⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--INAaB03x--⏎⏎--AaB03x--⏎",
                remark: "the outer one at the end does no harm"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let outer = form.boundary, !outer.isEmpty else { return }
        var count = 0
        for part in form.parts {
            guard let mediaType = part.mediaType, let parameter = mediaType.boundaries.first,
                mediaType.isMultipart
            else { continue }
            let inner = parameter.unescapedValue(in: part.header)
            guard !inner.isEmpty, inner.count != outer.count else { continue }
            if inner.starts(with: outer) {
                report.add(self, Self.message(inner, outer), at: parameter.value, part: part.number)
            } else if outer.starts(with: inner) {
                report.add(
                    self,
                    Self.reverse(inner, outer),
                    at: parameter.value,
                    part: part.number,
                    severity: .note,
                    hint: Self.reverseHint
                )
            } else {
                continue
            }
            count += 1
            guard count < 16 else { return }
        }
    }

    private static func message(_ inner: [UInt8], _ outer: [UInt8]) -> String {
        "the nested boundary `\(PrintableText.text(inner, limit: 80))` begins with the outer boundary "
            + "`\(PrintableText.text(outer, limit: 80))`"
    }

    private static func reverse(_ inner: [UInt8], _ outer: [UInt8]) -> String {
        "the outer boundary `\(PrintableText.text(outer, limit: 80))` begins with the nested boundary "
            + "`\(PrintableText.text(inner, limit: 80))`"
    }

    private static let reverseHint = "Legal; boundaries that have nothing in common are the safer choice."
}
