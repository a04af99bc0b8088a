import Bytes
import Exchanges
import Forms
import Inspection

/// `semantics/redirect-dropped-body`: the client followed the redirection of an upload without the upload.
struct SemanticsRedirectDroppedBody: Rule {
    let id = "semantics/redirect-dropped-body"
    let title = "upload lost in a redirection"
    let severity = Severity.warning
    let clauses = [
        Clause.rfc(9110, "15.4.2"), .rfc(9110, "15.4.3"), .rfc(9110, "15.4.8"), .rfc(9110, "15.4.9"),
    ]
    let rationale = """
        After 301 and 302 clients may change POST into GET, and most do: where only the scheme, the host or a \
        trailing slash was wrong, the form is lost. After 307 and 308 the method stays, but a body that was a \
        stream cannot be sent again, which is an error because the server gets a form without its body. A redirect \
        to another page after the form was processed (303, or 302) loses nothing.
        """
    let hint = "Send the form to the final URL: https, the right host, with or without the slash."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .aftermath

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 301 Moved Permanently⏎Location: /u/⏎Content-Length: 0⏎⏎"
                    + "⇒▸GET /u/ HTTP/1.1⏎Host: a⏎⏎",
                remark: "a slash was missing"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 307 Temporary Redirect⏎Location: /v⏎Content-Length: 0⏎⏎"
                    + "⇒▸POST /v HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 0⏎⏎",
                remark: "the stream was at its end"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 302 Found⏎Location: /v⏎Content-Length: 0⏎⏎"
                    + "⇒▸POST /v HTTP/1.1⏎Host: a⏎Content-Length: 0⏎⏎",
                remark: "the method was kept, and the form was not"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 303 See Other⏎Location: /thanks⏎Content-Length: 0⏎⏎"
                    + "⇒GET /thanks HTTP/1.1⏎Host: a⏎⏎",
                remark: "the form was taken"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎")
                    + "⇐HTTP/1.1 307 Temporary Redirect⏎Location: /v⏎Content-Length: 0⏎⏎"
                    + "⇒POST /v HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "sent again whole"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.content.bodyLength == 0,
            request.content.excessLength == 0,
            request.content.completion == .complete, !request.head.hasGap,
            // Of several uploads that led here, only the latest is reported.
            let upload = context.past.last(where: { Self.isLost($0, by: context.method) })
        else { return }
        let start = request.head.startLineOffset
        report.add(
            self,
            Self.message(upload, context.method),
            at: start..<(start + context.method.utf8.count),
            in: .head,
            severity: upload.status.map { $0 >= 307 } ?? false ? .error : nil,
            hint: Self.keepsMethod(upload, context.method) ? Self.methodHint : nil,
            clause: clauses[
                upload.status == 302 ? 1 : upload.status == 307 ? 2 : upload.status == 308 ? 3 : 0
            ]
        )
    }

    /// Whether a redirection of an upload that ends in a request without content loses the form.
    private static func isLost(_ upload: PriorRequest, by method: String) -> Bool {
        switch upload.status {
        case _ where keepsMethod(upload, method): true
        case 301: method == "GET"
        case 302, 303: method == "GET" && upload.onlyMovesResource
        case 307, 308: method != "GET" && method != "HEAD"
        default: false
        }
    }

    /// Whether a redirection that may make GET of POST was followed with POST.
    private static func keepsMethod(_ upload: PriorRequest, _ method: String) -> Bool {
        (upload.status == 301 || upload.status == 302) && method == "POST"
    }

    private static let methodHint =
        "Send the form to the final URL; with curl leave `-X POST` out, which has `-L` send POST without the form."

    private static func message(_ upload: PriorRequest, _ method: String) -> String {
        let status = upload.status.map { "\($0)" } ?? "a redirection"
        return "the upload of exchange \(upload.number) was answered \(status), and the client followed with "
            + "\(method) and without the form"
    }
}
