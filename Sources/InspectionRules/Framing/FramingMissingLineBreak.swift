import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/missing-line-break`: two fields of the head stand on one line.
struct FramingMissingLineBreak: Rule {
    let id = "framing/missing-line-break"
    let title = "two fields on one line of the head"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "2.1")]
    let rationale = """
        Each field of a head stands on a line of its own. Where the line break after one is missing, the next one is \
        part of its value: the length of the body is not announced, or the boundary has a text at its end that no \
        delimiter has. A server then takes the body for the beginning of another request, or finds no form in it.
        """
    let hint = "Write CR LF, the bytes 13 and 10, after each field of the head, also after the boundary."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = [.irregularContentType, .irregularFraming, .irregularField]

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)▸Content-Length: 69⏎⏎"
                    + RuleExample.oneField(),
                remark: "no line break after the boundary"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)\\r\\n▸Content-Length: 69⏎⏎"
                    + RuleExample.oneField(),
                remark: "a line break that is written out"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 69▸Content-Type: \(RuleExample.contentType)⏎⏎"
                    + RuleExample.oneField(),
                remark: "no line break after the length"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a▸Content-Length: 69⏎Content-Type: \(RuleExample.contentType)⏎⏎"
                    + RuleExample.oneField(),
                remark: "no line break after another field"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1▸Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField(),
                remark: "no line break after the request line"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Length: 69⏎X-A: b Content-Length: 7⏎"),
                remark: "the length has a line of its own as well"
            ),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=\"Host:1\"⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField("Host:1"),
                remark: "a boundary in quotes may hold a colon"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.head.framing != .h2Data,
            !hasField(inRequestLineOf: request, context, &report)
        else { return }
        guard let joined = context.joinedField else { return }
        report.add(
            self,
            Self.message(
                PrintableText.text(context.fields[joined.name], limit: 40),
                in: PrintableText.text(context.fields[joined.line.name], limit: 40),
                written: PrintableText.text(context.fields[joined.written])
            ),
            at: joined.name,
            in: .head,
            hint: joined.written.isEmpty ? nil : Self.writtenHint
        )
    }

    /// Reports a field that stands in the request line, and whether one does.
    private func hasField(
        inRequestLineOf request: Message,
        _ context: borrowing RuleContext,
        _ report: inout RuleReport
    ) -> Bool {
        let line = request.head.startLine
        guard
            FaultyFraming(context, .requestLineBlank) != nil
                || FaultyFraming(context, .requestLineVersion) != nil,
            let joined = JoinedField.inRequestLine(line)
        else { return false }
        let start = request.head.startLineOffset
        report.add(
            self,
            Self.message(
                PrintableText.text(line[joined.name], limit: 40),
                written: PrintableText.text(line[joined.written])
            ),
            at: (start + joined.name.lowerBound)..<(start + joined.name.upperBound),
            in: .wire,
            hint: joined.written.isEmpty ? nil : Self.writtenHint
        )
        return true
    }

    private static let writtenHint =
        "Send the bytes 13 and 10, not their escapes: in most languages `\\r\\n` is a line break in double quotes only."

    /// `other` is the field in whose value it stands; `nil` for the request line.
    private static func message(_ name: String, in other: String? = nil, written: String) -> String {
        "the field `\(name)` stands in the \(other.map { "value of `\($0)`" } ?? "request line"): the line break between the two "
            + (written.isEmpty ? "is missing" : "is written as the text `\(written)`")
    }
}
