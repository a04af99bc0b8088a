import Bytes
import Forms
import Inspection

/// `boundary/nested-same`: a multipart within a part has the boundary of the form around it.
struct BoundaryNestedSame: Rule {
    let id = "boundary/nested-same"
    let title = "nested boundary the same as the outer one"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The delimiters of the two levels cannot be told apart: a receiver takes the nested parts for parts of the \
        form, and the end of the nested multipart for the end of the form, so that all later fields are lost.
        """
    let hint = "Generate a boundary for each level."
    let concerns: FormTraits = .header(.multipartType)

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; boundary=▸AaB03x⏎⏎"
                    + "--AaB03x⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--AaB03x--⏎⏎--AaB03x--⏎",
                remark: "one constant for both levels"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎Content-Type: multipart/mixed; boundary=Zz9⏎⏎"
                    + "--Zz9⏎Content-Disposition: file; filename=\"f\"⏎⏎1⏎--Zz9--⏎⏎--AaB03x--⏎",
                remark: "a boundary of its own"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, let outer = form.boundary, !outer.isEmpty else { return }
        var count = 0
        for part in form.parts {
            guard let mediaType = part.mediaType, let parameter = mediaType.boundaries.first,
                mediaType.isMultipart,
                parameter.unescapedValue(in: part.header) == outer
            else { continue }
            report.add(self, Self.message(outer, part.number), at: parameter.value, part: part.number)
            count += 1
            guard count < 16 else { return }
        }
    }

    private static func message(_ boundary: [UInt8], _ part: Int) -> String {
        "part \(part) is a multipart with the boundary `\(PrintableText.text(boundary, limit: 80))` of the form around it"
    }
}
