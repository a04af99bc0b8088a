import Forms
import Inspection

/// `boundary/too-long`: a boundary of more than 70 characters.
struct BoundaryTooLong: Rule {
    let id = "boundary/too-long"
    let title = "boundary longer than 70 characters"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        RFC 2046 allows 1 to 70 characters, not counting the two dashes before them. Strict checkers count, and \
        receivers have caps of their own: Django 201, python-multipart 256, defnull's multipart 1,024.
        """
    let hint = "Generate a boundary of at most 70 characters; 20 to 40 random letters and digits are enough."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        let long = String(repeating: "x", count: 71)
        let allowed = String(repeating: "x", count: 70)
        return [
            .violating(
                "--\(long)⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--\(long)--⏎",
                contentType: "multipart/form-data; boundary=▸\(long)",
                remark: "71 characters"
            ),
            .nearMiss(
                "--\(allowed)⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--\(allowed)--⏎",
                contentType: "multipart/form-data; boundary=\(allowed)",
                remark: "70 characters: the line is 72 bytes long"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries {
            let count = boundary.unescapedValue(in: context.fields).count
            guard count > 70 else { continue }
            report.add(self, Self.message(count), at: boundary.value, in: .head)
        }
    }

    private static func message(_ count: Int) -> String {
        "the boundary is \(count) characters long; 70 are allowed"
    }
}
