import Bytes
import Forms
import Inspection

/// `boundary/case-mismatch`: the boundaries of header and body differ in letter case alone.
struct BoundaryCaseMismatch: Rule {
    let id = "boundary/case-mismatch"
    let title = "boundary in another letter case"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A boundary is compared byte by byte, unlike the parameter names around it. Code that converts the header to \
        lowercase breaks it: Go, busboy, python-multipart and defnull's multipart find no delimiter and refuse the \
        form, PHP and Werkzeug deliver an empty form.
        """
    let hint = "Keep the letter case of the boundary: do not convert the Content-Type value to lowercase."
    let concerns: FormTraits = .observedBoundary

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("aab03X"),
                contentType: "multipart/form-data; boundary=▸AaB03x",
                remark: "folded on the way"
            ),
            .nearMiss(
                RuleExample.oneField("AaB03x"),
                contentType: "Multipart/Form-Data; BOUNDARY=AaB03x",
                remark: "the type's and the parameter's case do not matter"
            ),
            .nearMiss(RuleExample.oneField("OTHER"), remark: "another text"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let found = BoundaryDisagreement(context), found.kind == .letterCase else { return }
        // The text that has both cases is the one that was not converted.
        let isBody =
            found.declared.contains(where: Self.isUppercase)
            && !found.delimiter.contains(where: Self.isUppercase)
        report.add(
            self,
            Self.message(found),
            at: found.parameter.value,
            in: .head,
            hint: isBody ? Self.bodyHint : nil
        )
    }

    private static let bodyHint =
        "Keep the letter case of the body: it was converted to lowercase, with the contents of all parts."

    private static func isUppercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func message(_ found: BoundaryDisagreement) -> String {
        "Content-Type declares the boundary `\(PrintableText.text(found.declared, limit: 80))`, but the body writes it "
            + "`\(PrintableText.text(found.delimiter.dropFirst(2), limit: 80))`, first at offset \(found.offset)"
    }
}
