import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/bytes-after-body`: bytes follow the body that are not another request.
struct FramingBytesAfterBody: Rule {
    let id = "framing/bytes-after-body"
    let title = "bytes after the body"
    let severity = Severity.warning
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9112, "2.2"), .rfc(9112, "6.3")]
    let rationale = """
        What follows a request on its connection is read as the next request. Go, Node and most servers skip one \
        CRLF; to anything else they answer 400 or close the connection, after the upload seemed to succeed.
        """
    let hint = "Count these bytes in Content-Length where they belong to the body, or do not send them."
    let needs = Fidelity.wire
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "▸⏎"),
                remark: "a CRLF after the body"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "▸--AaB03x--⏎"),
                remark: "a second close delimiter"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎", RuleExample.oneField + "GET / HTTP/1.1⏎Host: a⏎⏎"),
                remark: "the next request"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        if (context.request?.content.excessLength ?? 0) > 0, let request = context.request {
            let start = request.end
            report.add(
                self,
                Self.message(request),
                at: start..<(start &+ request.content.excessLength),
                in: .wire,
                severity: Self.isForm(request.content.excess, context.form) ? .error : nil,
                hint: request.head.framing == .chunked ? Self.chunkedHint : nil,
                clause: request.content.excess.allSatisfy(\.isLineBreak) ? nil : clauses.last
            )
        }
        if let faults = FaultyFraming(context, .leadingEmptyLine) {
            report.add(self, Self.emptyLine(faults.first.range), at: faults.first.range, in: .wire)
        }
    }

    private static let chunkedHint =
        "Send these bytes in chunks before the last one where they belong to the body, or do not send them."

    private static func isForm(_ excess: [UInt8], _ form: Form?) -> Bool {
        let text = excess.drop { $0.isLineBreak }
        if text.starts(with: [0x2D, 0x2D]) { return true }
        guard let form, !form.delimiterText.isEmpty else { return false }
        return excess.withUnsafeBytes { ByteSearch(form.delimiterText).first(in: $0, from: 0) } != nil
    }

    private static func message(_ request: Message) -> String {
        let count = request.content.excessLength
        return "\(count) byte\(count == 1 ? "" : "s") that begin\(count == 1 ? "s" : "") no request "
            + "follow\(count == 1 ? "s" : "") the body: `\(PrintableText.text(request.content.excess, limit: 60))`"
    }

    private static func emptyLine(_ range: Range<Int>) -> String {
        let count = range.count
        return
            "\(count) byte\(count == 1 ? "" : "s") of empty lines stand\(count == 1 ? "s" : "") before this request"
            + (range.lowerBound == 0 ? ", the first of its connection" : ", left over from the one before it")
    }
}
