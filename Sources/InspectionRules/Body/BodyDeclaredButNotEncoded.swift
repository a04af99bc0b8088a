import Bytes
import Exchanges
import Forms
import Inspection

/// `body/declared-but-not-encoded`: Content-Encoding names a coding that the body does not have.
struct BodyDeclaredButNotEncoded: Rule {
    let id = "body/declared-but-not-encoded"
    let title = "Content-Encoding on a plain body"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.4")]
    let rationale = """
        A receiver that applies Content-Encoding tries to decompress plain text and refuses the request, usually \
        with 400; one that does not support the coding answers 415. The form itself may be correct.
        """
    let hint = "Remove Content-Encoding, or compress the body before it is sent."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Encoding: ▸gzip⏎Content-Length: 69⏎"),
                remark: "a plain form under gzip"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "no coding declared"),
            .nearMissRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 3⏎", "⟨1F⟩⟨8B⟩⟨08⟩"),
                remark: "the bytes are gzip"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, !context.contentCoding.isEmpty,
            let line = context.fields.first(named: "content-encoding"),
            !context.fields[line.value].equalsIgnoringCase("identity"),
            context.decoding?.isDecoded != true, context.request?.content.representation == .sent,
            // A coding would have changed the length: these are the bytes as they were sent.
            let form = context.form, form.length > 0, form.length == context.request?.content.bodyLength,
            form.ending != .noDelimiter
        else { return }
        let opening = form.kept.window(at: 0, before: 0, after: 40).bytes
        report.add(
            self,
            Self.message(PrintableText.text(context.fields[line.value], limit: 40), opening),
            at: line.value,
            in: .head
        )
    }

    private static func message(_ coding: String, _ opening: ArraySlice<UInt8>) -> String {
        "Content-Encoding says `\(coding)`, but the body is plain: `\(PrintableText.text(opening, limit: 24))`"
    }
}
