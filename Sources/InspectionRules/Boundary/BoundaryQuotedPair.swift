import Bytes
import Forms
import Inspection

/// `boundary/quoted-pair`: a backslash in a quoted boundary.
struct BoundaryQuotedPair: Rule {
    let id = "boundary/quoted-pair"
    let title = "backslash in a quoted boundary"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "5.6.4"), Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A backslash in quotes escapes the character after it, and no character of a boundary needs that. Few form \
        parsers resolve the escape in a boundary: Go, busboy, python-multipart and defnull's multipart look for the \
        backslash in the body and fail, PHP delivers an empty form.
        """
    let hint = "Remove the backslash from the boundary."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=\"AaB▸\\03x\"",
                remark: "it stands for `AaB03x`"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=\"AaB03x\"",
                remark: "quotes, no backslash"
            ),
            .nearMiss(
                RuleExample.oneField("AaB\\03x"),
                contentType: "multipart/form-data; boundary=AaB\\03x",
                remark: "in a bare value it escapes nothing, and is illegal"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16)
        where boundary.quoting == .quoted && boundary.hasBackslash {
            let value = context.fields[boundary.value]
            guard let place = value.firstIndex(of: UInt8(ascii: "\\")) else { continue }
            let offset = boundary.value.lowerBound + place - value.startIndex
            report.add(
                self,
                Self.message(value, boundary.unescapedValue(in: context.fields)),
                at: offset..<min(offset + 2, boundary.value.upperBound),
                in: .head
            )
        }
    }

    private static func message(_ value: ArraySlice<UInt8>, _ meaning: [UInt8]) -> String {
        "the boundary is written `\(PrintableText.text(value, limit: 80))` and stands for "
            + "`\(PrintableText.text(meaning, limit: 80))`"
    }
}
