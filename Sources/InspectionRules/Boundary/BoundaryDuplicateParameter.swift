import Bytes
import Forms
import Inspection

/// `boundary/duplicate-parameter`: more than one boundary parameter.
struct BoundaryDuplicateParameter: Rule {
    let id = "boundary/duplicate-parameter"
    let title = "more than one boundary"
    let severity = Severity.error
    let clauses = [Clause.rfc(6838, "4.3")]
    let rationale = """
        No specification says which of two boundaries counts. PHP and busboy take the first, Werkzeug, \
        python-multipart and defnull's multipart the last, Go and ModSecurity refuse: a firewall and the server \
        behind it may read two different forms.
        """
    let hint = "Send one boundary parameter: look for a second place that appends it to Content-Type."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=AaB03x; ▸boundary=AaB03x",
                remark: "twice the same"
            ),
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data; boundary=other; ▸BOUNDARY=AaB03x",
                remark: "two values, the body uses the last"
            ),
            .nearMiss(
                RuleExample.oneField("----WebKitFormBoundaryX1"),
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryX1",
                remark: "the word inside the value"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType, mediaType.boundaries.count > 1 else {
            return
        }
        let second = mediaType.boundaries[1]
        let values = mediaType.boundaries.prefix(4).map {
            "`\(PrintableText.text(context.fields[$0.value], limit: 80))`"
        }
        let message = Self.message(values.joined(separator: ", "), mediaType.boundaries.count)
        report.add(self, message, at: second.range, in: .head)
    }

    private static func message(_ values: String, _ count: Int) -> String {
        "Content-Type gives the boundary \(count == 2 ? "twice" : "\(count) times"): \(values)"
    }
}
