import Bytes
import Exchanges
import Forms
import Inspection

/// `length/zero-with-body`: Content-Length is 0 and a form follows.
struct LengthZeroWithBody: Rule {
    let id = "length/zero-with-body"
    let title = "Content-Length 0 before a form"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "6.3"), .rfc(9110, "8.6")]
    let rationale = """
        The server sees an empty form and then, where the next request should begin, the first delimiter: \
        400, or a closed connection. A length of 0 is often that of a stream \
        before it is read, or of a form before its first part is added.
        """
    let hint = "Set Content-Length after the body is built, or send chunks where the size is not known."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(RuleExample.upload("Content-Length: ▸0⏎"), remark: "69 bytes of a form follow"),
            .nearMissRequest(
                RuleExample.upload("Authorization: NTLM TlRMTVNTUAAB⏎Content-Length: 0⏎", ""),
                remark: "the first leg of NTLM sends no body on purpose"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.request?.head.declaredLength == 0, let request = context.request,
            request.head.framing == .contentLength,
            Self.beginsForm(request.content.excess, context.form),
            let line = context.fields.first(named: "content-length")
        else { return }
        report.add(self, Self.message(request), at: line.value, in: .head)
    }

    private static func beginsForm(_ excess: [UInt8], _ form: Form?) -> Bool {
        let text = excess.drop { $0.isLineBreak }
        return text.starts(with: [0x2D, 0x2D]) || form?.boundary.map { text.starts(with: $0) } ?? false
    }

    private static func message(_ request: Message) -> String {
        "the declared length of 0 bytes is \(request.content.excessLength) less than the \(request.content.excessLength) sent, which "
            + "begin a form: `\(PrintableText.text(request.content.excess.drop { $0.isLineBreak }, limit: 40))`"
    }
}
