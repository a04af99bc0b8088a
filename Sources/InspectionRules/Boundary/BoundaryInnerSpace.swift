import Bytes
import Forms
import Inspection

/// `boundary/inner-space`: a quoted boundary with a space inside.
struct BoundaryInnerSpace: Rule {
    let id = "boundary/inner-space"
    let title = "space inside the boundary"
    let severity = Severity.note
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        The grammar allows a space anywhere but at the end, if the value is quoted. Most form parsers read it; \
        libhtp marks the header as invalid, and ModSecurity's strict rules block the quotes.
        """
    let hint = "Leave spaces out of the boundary."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("a b"),
                contentType: "multipart/form-data; boundary=\"a▸ b\"",
                remark: "legal, and rare"
            ),
            .nearMiss(
                RuleExample.oneField("a b"),
                contentType: "multipart/form-data; boundary=a b",
                remark: "without quotes another rule reports it"
            ),
            .nearMiss(
                RuleExample.oneField("AaB03x "),
                contentType: "multipart/form-data; boundary=\"AaB03x \"",
                remark: "at the end another rule reports it"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting == .quoted {
            let value = context.fields[boundary.value]
            guard let last = value.lastIndex(where: { !$0.isBlank }),
                let space = value[..<last].firstIndex(of: 0x20)
            else { continue }
            let offset = boundary.value.lowerBound + space - value.startIndex
            report.add(self, Self.message(value), at: offset..<(offset + 1), in: .head)
        }
    }

    private static func message(_ value: ArraySlice<UInt8>) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` holds a space"
    }
}
