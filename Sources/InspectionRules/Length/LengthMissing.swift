import Bytes
import Exchanges
import Inspection

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

    var examples: [RuleExample] {
        [
            .violatingRequest(RuleExample.upload("▸"), remark: "nothing says that a body follows"),
            .violatingRequest(
                RuleExample.upload("▸Content_Length: 69⏎"),
                remark: "a name with an underscore is another name"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "the length is there"),
            .nearMissRequest(
                "GET / HTTP/1.1⏎Host: a⏎⏎GET /b HTTP/1.1⏎Host: a⏎⏎",
                remark: "what follows is the next request"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.head.isWhole,
            Self.hasUnannouncedBody(request, context.fields, status: context.status),
            context.fields.first(named: "content-length") == nil,
            context.fields.first(named: "transfer-encoding") == nil
        else { return }
        let end = context.fields.range.upperBound
        let misspelt = context.fields.lines.first { MisspeltField.isContentLength(context.fields[$0.name]) }
        guard let misspelt else {
            report.add(self, Self.message(request), at: end..<end, in: .head)
            return
        }
        let name = PrintableText.text(context.fields[misspelt.name], limit: 40)
        report.add(
            self,
            Self.message(request) + Self.misspelt(name),
            at: misspelt.name,
            in: .head,
            hint: Self.spellingHint
        )
    }

    /// Whether bytes follow a head that has no body.
    ///
    /// In a raw file they are read as its body. Its head proves the fault where it is one that a client writes, and no
    /// server took the request: the templates of tools name a URL or have no Host, and the tool adds the length.
    private static func hasUnannouncedBody(_ request: Message, _ fields: FieldSection, status: Int?) -> Bool {
        switch request.head.framing {
        case .none:
            return request.content.excessLength > 0 && !request.content.excess.allSatisfy(\.isLineBreak)
        case .bare:
            guard request.content.bodyLength > 0, request.content.completion == .complete,
                status ?? 400 >= 400,
                request.head.version.hasPrefix("HTTP/1."), request.head.startLineEnding == .crlf,
                fields.first(.host) != nil
            else { return false }
            let target = request.head.startLine.split(separator: 0x20).dropFirst().first
            return target?.first == UInt8(ascii: "/")
        case .contentLength, .chunked, .h2Data, .untilClose: return false
        }
    }

    private static func misspelt(_ name: String) -> String { "; `\(name)` is another field" }

    private static let spellingHint = "Write the name with a hyphen: `Content-Length`."

    private static func message(_ request: Message) -> String {
        guard request.head.framing != .bare else {
            let count = request.content.bodyLength
            return
                "\(count) byte\(count == 1 ? "" : "s") follow a head without Content-Length or Transfer-Encoding, and "
                + "so belong to no request"
        }
        let count = request.content.excessLength
        return
            "\(count) byte\(count == 1 ? "" : "s") beginning with `\(PrintableText.text(request.content.excess, limit: 24))`"
            + " follow a head without Content-Length or Transfer-Encoding, and so belong to no request"
    }
}
