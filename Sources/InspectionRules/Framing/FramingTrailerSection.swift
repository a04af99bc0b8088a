import Bytes
import Exchanges
import Inspection

/// `framing/trailer-section`: fields follow the last chunk.
struct FramingTrailerSection: Rule {
    let id = "framing/trailer-section"
    let title = "trailer fields"
    let severity = Severity.note
    let clauses = [Clause.rfc(9112, "7.1.2"), .rfc(9110, "6.5.1")]
    let rationale = """
        Trailer fields are legal after a chunked body, and most servers ignore them. Fields that say where the \
        message ends, where it goes or what it holds must not be sent as trailers: a receiver that merges them into \
        the head sees a different request.
        """
    let hint = "Send in the head what the server must know; keep trailers for digests and the like."
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎▸Content-Length: 5⏎⏎"
                ),
                remark: "a field that belongs in the head"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "45⏎" + RuleExample.oneField + "⏎0⏎▸X-Sum: 5⏎⏎"
                ),
                remark: "legal, and passed over"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "no trailer"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let trailers = context.request?.content.trailers, !trailers.lines.isEmpty else { return }
        if let misplaced = trailers.lines.first(where: { Self.belongsToHead(trailers[$0.name]) }) {
            report.add(
                self,
                Self.misplaced(PrintableText.text(trailers[misplaced.name], limit: 40)),
                at: misplaced.range,
                in: .wire,
                severity: .error,
                clause: clauses.last
            )
        } else {
            report.add(self, Self.message(trailers), at: trailers.range, in: .wire)
        }
    }

    private static func belongsToHead(_ name: ArraySlice<UInt8>) -> Bool {
        name.equalsIgnoringCase("content-length") || name.equalsIgnoringCase("transfer-encoding")
            || name.equalsIgnoringCase("host") || name.equalsIgnoringCase("content-type")
    }

    private static func message(_ trailers: FieldSection) -> String {
        let names = trailers.lines.prefix(4).map { "`\(PrintableText.text(trailers[$0.name], limit: 40))`" }
        let rest = trailers.lines.count - names.count
        return "the body is followed by trailer fields: " + names.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func misplaced(_ name: String) -> String {
        "`\(name)` stands in the trailer section, where it must not be sent"
    }
}
