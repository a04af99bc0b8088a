import Bytes
import Forms
import Inspection

/// `boundary/trailing-space`: a quoted boundary that ends with a blank.
///
/// Blanks after a bare value are no part of it (RFC 9110 §5.5, §5.6.6).
struct BoundaryTrailingSpace: Rule {
    let id = "boundary/trailing-space"
    let title = "boundary that ends with a blank"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        Blanks after a delimiter are padding, which receivers remove, so a blank at the end of the boundary cannot \
        be distinguished from it. Django refuses the form, ModSecurity answers "Invalid boundary in C-T \
        (characters).".
        """
    let hint = "Trim the boundary before it is put into the header and the body."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("AaB03x "),
                contentType: "multipart/form-data; boundary=\"AaB03x▸ \"",
                remark: "the blank is inside the quotes"
            ),
            .nearMiss(
                RuleExample.oneField("a b"),
                contentType: "multipart/form-data; boundary=\"a b\"",
                remark: "an inner space is allowed"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x ",
                remark: "a blank after a bare value is not part of it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting == .quoted {
            let value = context.fields[boundary.value]
            guard let last = value.lastIndex(where: { !$0.isBlank }) ?? value.indices.first else { continue }
            let keeps = value[last].isBlank ? 0 : last + 1 - value.startIndex
            guard keeps < value.count else { continue }
            let range = (boundary.value.lowerBound + keeps)..<boundary.value.upperBound
            report.add(self, Self.message(value, value.count - keeps), at: range, in: .head)
        }
    }

    private static func message(_ value: ArraySlice<UInt8>, _ count: Int) -> String {
        let blanks = count == 1 ? "a blank" : "\(count) blanks"
        return "the boundary `\(PrintableText.text(value, limit: 80))` ends with \(blanks)"
    }
}
