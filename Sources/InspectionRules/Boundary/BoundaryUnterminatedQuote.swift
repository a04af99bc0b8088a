import Bytes
import Forms
import Inspection

/// `boundary/unterminated-quote`: a quoted boundary whose closing quote is missing.
struct BoundaryUnterminatedQuote: Rule {
    let id = "boundary/unterminated-quote"
    let title = "boundary without its closing quote"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "5.6.4")]
    let rationale = """
        Receivers disagree on such a value. Go, busboy and defnull's multipart refuse it, PHP and Werkzeug deliver \
        an empty form, python-multipart takes the quote for the first character of the boundary, and ModSecurity \
        answers "Invalid boundary in C-T (quote).".
        """
    let hint = "Close the quote, or leave both quotes out."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸\"AaB03x",
                remark: "the quote is never closed"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=▸\"AaB03x\\\"",
                remark: "the closing quote is escaped"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=\"AaB03x\"",
                remark: "closed"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) where boundary.quoting == .unterminated {
            let value = context.fields[boundary.value]
            let range = (boundary.value.lowerBound - 1)..<boundary.value.upperBound
            report.add(self, Self.message(value), at: range, in: .head)
        }
    }

    private static func message(_ value: ArraySlice<UInt8>) -> String {
        "no quote closes the boundary `\"\(PrintableText.text(value, limit: 80))`"
    }
}
