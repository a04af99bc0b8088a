import Bytes
import Exchanges

/// `length/missing`: bytes of a body follow a head that announces none.
struct LengthMissing: Rule {
    let id = "length/missing"
    let title = "body without Content-Length or Transfer-Encoding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3")]
    let rationale = """
        A request with neither field has no body (RFC 9112). Go reads a form of no bytes ("EOF") and answers 400 to \
        the bytes that follow, because they are not a request; Node answers 400. A server may also ask for the \
        length with 411.
        """
    let hint = "Send Content-Length with the size of the body, or Transfer-Encoding: chunked and chunks."
    let needs = Fidelity.wire
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    let examples: [RuleExample] = [
        .violatingRequest(RuleExample.upload("▸"), remark: "nothing says that a body follows"),
        .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "the length is there"),
        .nearMissRequest(
            "GET / HTTP/1.1⏎Host: a⏎⏎GET /b HTTP/1.1⏎Host: a⏎⏎",
            remark: "what follows is the next request"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.framing == MessageFraming.none, let request = context.request,
            request.content.excessLength > 0,
            !request.content.excess.allSatisfy(\.isLineBreak), request.head.isWhole,
            context.fields.first(named: "content-length") == nil,
            context.fields.first(named: "transfer-encoding") == nil
        else { return }
        let end = context.fields.range.upperBound
        report.add(self, Self.message(request), at: end..<end, in: .head)
    }

    private static func message(_ request: Message) -> String {
        let count = request.content.excessLength
        return
            "\(count) byte\(count == 1 ? "" : "s") beginning with `\(PrintableText.text(request.content.excess, limit: 24))`"
            + " follow a head without Content-Length or Transfer-Encoding, and so belong to no request"
    }
}
