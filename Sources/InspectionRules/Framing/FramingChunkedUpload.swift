import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/chunked-upload`: a form is sent in chunks, without its length beforehand.
struct FramingChunkedUpload: Rule {
    let id = "framing/chunked-upload"
    let title = "form sent in chunks"
    let severity = Severity.note
    let clauses = [Clause.rfc(9112, "7.1"), Clause.rfc(9110, "8.6")]
    let rationale = """
        Chunked bodies are legal, and every HTTP/1.1 server must read them. Still S3 answers a chunked upload with \
        501 NotImplemented, others with 411 Length Required, and some WSGI servers and small devices read an empty \
        body.
        """
    let hint =
        "Nothing needs to change; where a server refuses chunks, give the stream its length so that Content-Length is sent."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=B⏎Transfer-Encoding: ▸chunked⏎⏎"
                    + "3b⏎--B⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--B--⏎⏎0⏎⏎"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=B⏎Content-Length: 59⏎⏎"
                    + "--B⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--B--⏎",
                remark: "its length is known"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.form != nil, let request = context.request, request.head.framing == .chunked,
            let line = context.fields.first(named: "transfer-encoding")
        else { return }
        report.add(self, Self.message, at: line.value, in: .head)
    }

    private static let message = "the form is sent in chunks, so that its length is not known beforehand"
}
