import Bytes
import Forms
import Inspection

/// `boundary/empty`: a boundary parameter without a value.
struct BoundaryEmpty: Rule {
    let id = "boundary/empty"
    let title = "empty boundary"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        A boundary has at least one character. Go, Django and defnull's multipart refuse an empty one, and Werkzeug \
        delivers an empty form; python-multipart accepts it, and then every line of data that begins with two \
        dashes may end a part.
        """
    let hint =
        "Generate a random boundary before the header and the body are built, and put the same value in both."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(""),
                contentType: "multipart/form-data; boundary=▸",
                remark: "nothing after the equals sign"
            ),
            .violating(
                RuleExample.oneField(""),
                contentType: "multipart/form-data; boundary=\"▸\"",
                remark: "nothing between the quotes"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary▸",
                remark: "not even an equals sign"
            ),
            .nearMiss(
                RuleExample.oneField("x"),
                contentType: "multipart/form-data; boundary=x",
                remark: "one character is enough"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType else { return }
        for boundary in mediaType.boundaries.prefix(16)
        where boundary.value.isEmpty && boundary.quoting != .unterminated {
            report.add(self, Self.message, at: boundary.value, in: .head)
        }
    }

    private static let message = "the boundary parameter has no value"
}
