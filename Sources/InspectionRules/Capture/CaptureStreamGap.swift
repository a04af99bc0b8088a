import Bytes
import Exchanges
import Forms
import Inspection

/// `capture/stream-gap`: bytes of the body are not in the capture.
struct CaptureStreamGap: Rule {
    let id = "capture/stream-gap"
    let title = "bytes missing from the capture"
    let severity = Severity.note
    let clauses = [Clause.practice("what was not captured proves nothing about the sender")]
    let rationale = """
        A capture can lose segments, cut packets short, or end while an upload is in progress. The missing bytes \
        were sent, but are not known: what follows them, the end of the form and its length are not judged.
        """
    let hint = """
        This is not evidence of a truncated upload. Record again from the start, with whole packets or bodies, to \
        judge the rest of the form.
        """
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .incomplete

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1234▸⟨-12⟩5678⏎--AaB03x--⏎",
                remark: "twelve bytes of the content are not there"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1234",
                remark: "all bytes are there that were sent"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard !context.isDamaged else {
            report.add(self, Self.damagedMessage, at: context.fields.range, in: .head)
            return
        }
        if context.request?.head.hasGap == true {
            let end = context.fields.range.upperBound
            guard let count = context.request?.http2?.unknownFields.count, count > 0 else {
                report.add(self, Self.headMessage, at: end..<end, in: .head)
                return
            }
            report.add(self, Self.unknown(count), at: end..<end, in: .head)
        }
        if let first = context.form?.gaps.first, let form = context.form {
            let missing = form.gaps.reduce(0) { $0 &+ $1.count }
            report.add(
                self,
                Self.message(
                    missing,
                    in: form.gaps.count,
                    context.gapCauses.first?.cause,
                    isClosed: form.close != nil
                ),
                at: first,
                part: form.part(at: first.lowerBound)?.number
            )
        }
        if context.request?.content.completion == .captureEnded, let request = context.request,
            let form = context.form
        {
            let end = form.length
            report.add(self, Self.ended(request), at: end..<end)
        }
    }

    private static let headMessage = """
        the rest of the request's head is not in the capture, and so where its body begins: the body is not judged
        """

    private static let damagedMessage =
        "the copy of the request in the log is damaged: any of its bytes may be wrong, so none is judged"

    private static func unknown(_ count: Int) -> String {
        "\(count) field line\(count == 1 ? "" : "s") of the head refer\(count == 1 ? "s" : "") to fields that were sent "
            + "before the capture began or in a gap; what they say is not known, and not judged"
    }

    private static func message(_ missing: Int, in places: Int, _ cause: String?, isClosed: Bool) -> String {
        "\(missing) byte\(missing == 1 ? "" : "s") of the body "
            + (missing == 1 ? "is" : "are") + " not in the capture"
            + (places == 1 ? "" : ", in \(places) places") + (cause.map { " (\($0))" } ?? "")
            + (isClosed
                ? "; what stands after the first of them is not judged"
                : "; what stands after the first of them and the end of the form are not judged")
    }

    private static func ended(_ request: Message) -> String {
        let amount =
            request.head.declaredLength.map { "\(request.content.bodyLength) of \($0) bytes" }
            ?? "\(request.content.bodyLength) bytes"
        return
            "the capture ends after \(amount) of the body; the end of the form and its length are not judged"
    }
}
