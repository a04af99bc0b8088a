import Forms
import Inspection

/// `content-type/empty-parameter`: a semicolon that no parameter follows.
struct ContentTypeEmptyParameter: Rule {
    let id = "content-type/empty-parameter"
    let title = "semicolon without a parameter"
    let severity = Severity.note
    let clauses = [Clause.rfc(9110, "5.6.6")]
    let rationale = """
        RFC 9110 allows a semicolon without a parameter, older grammars do not. busboy refuses the request and \
        libhtp marks the header as invalid; most other receivers accept it.
        """
    let hint = "Remove the semicolon that no parameter follows."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x▸;",
                remark: "at the end"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data▸;; boundary=AaB03x",
                remark: "doubled"
            ),
            .nearMiss(
                RuleExample.oneField("a;b"),
                contentType: "multipart/form-data; boundary=\"a;b;\"",
                remark: "inside quotes"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType,
            let first = mediaType.value.emptyParameters.first
        else { return }
        let count = mediaType.value.emptyParameters.count
        report.add(self, Self.message(count), at: first..<(first + 1), in: .head)
    }

    private static func message(_ count: Int) -> String {
        count == 1
            ? "no parameter follows this semicolon"
            : "no parameter follows \(count) semicolons, this the first"
    }
}
