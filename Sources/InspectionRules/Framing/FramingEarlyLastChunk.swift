import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/early-last-chunk`: a chunk of size 0 ends the body in the middle of the form.
struct FramingEarlyLastChunk: Rule {
    let id = "framing/early-last-chunk"
    let title = "empty chunk before the end of the form"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1")]
    let rationale = """
        A chunk of size 0 is the last one: the body ends there, and what follows is read as the next request, to which \
        servers answer 400. Code that writes a chunk for each buffer writes one for an empty buffer, too, or sends the \
        last chunk before the close delimiter.
        """
    let hint =
        "Write no chunk for an empty buffer, and the last chunk, `0` CR LF CR LF, after the close delimiter."
    let needs = Fidelity.wire
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    private static let beginning = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "37⏎\(Self.beginning)⏎▸0⏎⏎e⏎⏎--AaB03x--⏎⏎0⏎⏎"
                ),
                remark: "an empty chunk between two others"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "37⏎\(Self.beginning)⏎▸0⏎⏎--AaB03x--⏎"),
                remark: "the close delimiter follows the last chunk"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "▸0⏎⏎45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "the first chunk is empty"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎⏎"),
                remark: "an empty line after the last chunk"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎0⏎⏎"),
                remark: "the last chunk is sent twice, after the whole form: bytes after the body"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard (context.request?.content.excessLength ?? 0) > 0, let request = context.request,
            request.head.framing == .chunked, request.content.missingBytes == 0, !request.head.hasGap,
            context.form?.ending != .closed
        else { return }
        let excess = request.content.excess
        let goesOnWithChunk = Self.beginsWithChunk(excess)
        guard goesOnWithChunk || Self.beginsWithDelimiter(excess, context.form) else { return }
        let end = request.end
        // `0` CR LF CR LF, but for zeros before it, an extension or trailer fields.
        let start = max(end - 5, request.head.contentStart)
        report.add(
            self,
            Self.message(
                after: request.content.bodyLength,
                goesOnWithChunk ? "more chunks follow" : "the next delimiter follows"
            ),
            at: start..<end,
            in: .wire
        )
    }

    /// Whether a line with a size in hexadecimal digits stands at the beginning, and data after it.
    private static func beginsWithChunk(_ excess: [UInt8]) -> Bool {
        let digits = excess.prefix { $0.hexValue != nil }
        let rest = excess[digits.count...].prefix { $0.isLineBreak }
        return (1...8).contains(digits.count) && rest.starts(with: [0x0D, 0x0A])
            && digits.count + 2 < excess.count
    }

    private static func beginsWithDelimiter(_ excess: [UInt8], _ form: Form?) -> Bool {
        guard let form, !form.delimiterText.isEmpty else { return false }
        return excess.drop { $0.isLineBreak }.starts(with: form.delimiterText)
    }

    private static func message(after length: Int, _ what: String) -> String {
        "the last chunk, of size 0, ends the body after \(length) byte\(length == 1 ? "" : "s"), in the middle of the form: "
            + what
    }
}
