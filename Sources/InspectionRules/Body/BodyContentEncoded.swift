import Bytes
import Exchanges
import Forms
import Inspection

/// `body/content-encoded`: an upload has a content coding.
struct BodyContentEncoded: Rule {
    let id = "body/content-encoded"
    let title = "compressed upload"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [Clause.rfc(9110, "8.4")]
    let rationale = """
        Content codings are legal in requests, but few servers decode them: PHP, busboy, Go's net/http and Django \
        see the compressed bytes and find no delimiter; others answer 415. Most servers decode requests only where \
        that is configured.
        """
    let hint = "Send uploads without Content-Encoding unless the server is known to decode requests."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Encoding: ▸br⏎Content-Length: 3⏎", "⟨8B⟩⟨00⟩⟨80⟩"),
                remark: "Brotli"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Encoding: identity⏎Content-Length: 69⏎"),
                remark: "identity is not a coding"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let line = context.fields.first(named: "content-encoding") else { return }
        let coding = context.fields[line.value]
        // Of a body that is plain all the same body/declared-but-not-encoded tells.
        let isTakenOff = context.request?.content.representation == .decoded
        guard !coding.isEmpty, !coding.equalsIgnoringCase("identity"),
            context.decoding?.outcome != .plain || isTakenOff
        else { return }
        var message = Self.message(PrintableText.text(coding, limit: 40))
        if case .unsupported(let name) = context.decoding?.outcome { message += Self.unread(name) }
        if isTakenOff { message += "; what recorded it has taken it off" }
        report.add(self, message, at: line.value, in: .head)
    }

    private static func unread(_ name: String) -> String {
        "; `\(name)` is not taken off here, and the form is not judged"
    }

    private static func message(_ coding: String) -> String {
        "the form is sent with the content coding `\(coding)`, which few servers take off"
    }
}
