import Bytes
import Forms
import Inspection

/// `boundary/contains-boundary-equals`: a boundary that holds the word `boundary` and an equals sign after it.
struct BoundaryContainsBoundaryEquals: Rule {
    let id = "boundary/contains-boundary-equals"
    let title = "boundary that reads like a parameter"
    let severity = Severity.note
    let clauses = [
        Clause.practice("ModSecurity refuses a boundary that holds `boundary` and a later equals sign")
    ]
    let rationale = """
        Checkers that search for the text of the parameter find it twice: ModSecurity answers "Invalid boundary in \
        C-T (content).", libhtp counts a second boundary. Form parsers accept it.
        """
    let hint = "Choose a boundary without an equals sign."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField("boundary=1"),
                contentType: "multipart/form-data; boundary=\"▸boundary=1\"",
                remark: "the parameter in its own value"
            ),
            .nearMiss(
                RuleExample.oneField("----WebKitFormBoundaryX1"),
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryX1",
                remark: "the word without an equals sign"
            ),
            .nearMiss(
                RuleExample.oneField("a=boundary"),
                contentType: "multipart/form-data; boundary=\"a=boundary\"",
                remark: "an equals sign before the word"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16) {
            let value = context.fields[boundary.value]
            // The last equals sign comes after some `boundary` exactly if it comes after the first.
            guard let equals = value.lastIndex(of: UInt8(ascii: "=")),
                StraySeparator(in: boundary, context.fields) == nil,
                let word = value.indices.first(where: {
                    value[$0...].startsIgnoringCase(with: "boundary")
                }), word < equals
            else { continue }
            let origin = boundary.value.lowerBound - value.startIndex
            report.add(self, Self.message(value), at: (word + origin)..<(equals + 1 + origin), in: .head)
        }
    }

    private static func message(_ value: ArraySlice<UInt8>) -> String {
        "the boundary `\(PrintableText.text(value, limit: 80))` reads like a second boundary parameter"
    }
}
