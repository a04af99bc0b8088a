import Bytes
import Exchanges
import Forms
import Inspection

/// `content-type/obs-fold`: a Content-Type folded over more than one line.
struct ContentTypeObsFold: Rule {
    let id = "content-type/obs-fold"
    let title = "folded Content-Type"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "5.2")]
    let rationale = """
        A field value on more than one line comes from mail, and HTTP senders must not write it. Node answers 400 \
        and Wireshark does not find the boundary, while Go reads it; a proxy may see another value than the \
        application does.
        """
    let hint = "Put the whole Content-Type on one line; a boundary fits there."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularContentType

    var examples: [RuleExample] {
        [
            .violating(
                RuleExample.oneField(),
                contentType: "multipart/form-data;▸⏎␠boundary=AaB03x",
                remark: "as mail programs write it"
            ),
            .nearMiss(
                RuleExample.oneField(),
                contentType: "multipart/form-data;␠␠␠␉boundary=AaB03x",
                remark: "many blanks, one line"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let mediaType = context.mediaType, mediaType.line.foldCount > 0,
            let colon = mediaType.line.colon
        else { return }
        let value = context.fields[(colon + 1)..<mediaType.line.range.upperBound]
        guard let lineBreak = value.firstIndex(where: { $0.isLineBreak }) else { return }
        let rest = value[lineBreak...]
        let end = rest.firstIndex { !$0.isLineBreak && !$0.isBlank } ?? rest.endIndex
        let origin = colon + 1 - value.startIndex
        report.add(
            self,
            Self.message(mediaType.line.foldCount + 1),
            at: (lineBreak + origin)..<(end + origin),
            in: .head
        )
    }

    private static func message(_ count: Int) -> String { "Content-Type is folded over \(count) lines" }
}
