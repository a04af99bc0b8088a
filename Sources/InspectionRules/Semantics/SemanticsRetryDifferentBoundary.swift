import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/retry-different-boundary`: an upload was sent again with a new body under the old Content-Type.
struct SemanticsRetryDifferentBoundary: Rule {
    let id = "semantics/retry-different-boundary"
    let title = "second attempt under the first one's Content-Type"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1")]
    let rationale = """
        After a login, a renewed token or a failure the client built the body again, with a new boundary, but kept \
        the head of the first attempt. No server finds the delimiters; the first attempt is correct.
        """
    let hint = "Build head and body of each attempt from the same object."
    let concerns: FormTraits = .observedBoundary
    let headConcerns: HeadTraits = .aftermath

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 401 Unauthorized⏎Content-Length: 0⏎⏎"
                    + "⇒POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=▸AaB03x⏎"
                    + "Authorization: Bearer x⏎Content-Length: 69⏎⏎"
                    + "--Zz9876⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--Zz9876--⏎",
                remark: "after a login"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 401 Unauthorized⏎Content-Length: 0⏎⏎"
                    + "⇒POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=Zz9876⏎"
                    + "Authorization: Bearer x⏎Content-Length: 69⏎⏎"
                    + "--Zz9876⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--Zz9876--⏎",
                remark: "head and body are new"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 200 OK⏎Content-Length: 0⏎⏎"
                    + "⇒POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=AaB03x⏎"
                    + "Content-Length: 69⏎⏎--Zz9876⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--Zz9876--⏎",
                remark: "the first one was no failure: a boundary mismatch, but no second attempt"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let disagreement = BoundaryDisagreement(context), disagreement.kind == .other,
            let mediaType = context.mediaType
        else { return }
        let value = context.fields[mediaType.line.value]
        guard let first = context.past.last(where: { $0.contentType == value }) else { return }
        report.add(
            self,
            Self.message(disagreement, first),
            at: disagreement.parameter.value,
            in: .head
        )
    }

    private static func message(_ disagreement: BoundaryDisagreement, _ first: PriorRequest) -> String {
        let status = first.status.map { ", which was answered \($0)" } ?? ""
        return "the boundary `\(PrintableText.text(disagreement.declared, limit: 80))` is that of exchange "
            + "\(first.number)\(status), but this body is delimited by "
            + "`\(PrintableText.text(disagreement.delimiter, limit: 80))`"
    }
}
