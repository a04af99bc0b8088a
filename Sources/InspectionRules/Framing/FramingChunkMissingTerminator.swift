import Exchanges
import Forms
import Inspection

/// `framing/chunk-missing-terminator`: the body ends without the last chunk.
struct FramingChunkMissingTerminator: Rule {
    let id = "framing/chunk-missing-terminator"
    let title = "no last chunk"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1"), .rfc(9112, "8")]
    let rationale = """
        A chunk of size 0 and an empty line end a chunked body. Without them the message is incomplete, and a receiver \
        must treat it so: Node answers 400. Go accepts where it has seen the close delimiter of the form.
        """
    let hint =
        "Finish the body: write `0` CRLF CRLF after the last chunk (most libraries do on close or end)."
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎▸"),
                remark: "closed after the chunk"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎▸")
                    + "⇐HTTP/1.1 408 Request Timeout⏎Content-Length: 0⏎⏎",
                remark: "the server waited for it"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "69⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "the last chunk is there, but the size of the one before it takes it in"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "the last chunk and the empty line"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, FaultyFraming.swallowedLastChunk(in: context) == nil else {
            return
        }
        if context.waitedInVain, request.head.framing == .chunked {
            let end = request.end
            return report.add(self, Self.waiting(request.content.bodyLength), at: end..<end, in: .wire)
        }
        guard let faults = FaultyFraming(context, .chunkMissingTerminator) else { return }
        report.add(
            self,
            Self.message(
                context.lacksConnection ? "the request ends" : "the client closed",
                request.content.bodyLength,
                isClosed: context.form?.ending == .closed
            ),
            at: faults.first.range,
            in: .wire
        )
    }

    private static func waiting(_ length: Int) -> String {
        "\(length) bytes of body came without the last chunk `0␍␊␍␊`, although the form is complete: the server waited "
            + "for it until it answered 408"
    }

    private static func message(_ event: String, _ length: Int, isClosed: Bool) -> String {
        "\(event) after \(length) bytes of body without the last chunk `0␍␊␍␊`"
            + (isClosed ? ", although the form itself is complete" : "")
    }
}
