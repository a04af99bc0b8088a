import Bytes
import Exchanges
import Forms
import Inspection

/// `body/headers-leaked`: header fields of the request stand at the beginning of its body.
struct BodyHeadersLeaked: Rule {
    let id = "body/headers-leaked"
    let title = "request head in the body"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .practice("no preamble of an upload is a request head")]
    let rationale = """
        Fields of the request's head were also written into the body. Before the first delimiter they are a \
        preamble: most parsers skip it, python-multipart refuses the form, and ModSecurity's strict rules block it. \
        The server does not read them as fields.
        """
    let hint =
        "Begin the body with the first delimiter; set Content-Type and Content-Length as fields of the request."
    let concerns: FormTraits = [.irregularEnds, .noParts]

    var examples: [RuleExample] {
        [
            .violating(
                "▸Content-Type: multipart/form-data; boundary=AaB03x⏎⏎" + RuleExample.oneField,
                remark: "Content-Type again"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 123⏎⏎▸Content-Type: multipart/form-data; boundary=AaB03x⏎⏎"
                    + RuleExample.oneField,
                remark: "an empty line that ends the head too early"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Length: 69⏎⏎▸Content-Type: multipart/form-data; boundary=AaB03x⏎⏎"
                    + RuleExample.oneField,
                remark: "the same, and the length is that of the form alone"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: application/x-www-form-urlencoded⏎Content-Length: 123⏎⏎"
                    + "▸Content-Type: multipart/form-data; boundary=AaB03x⏎⏎" + RuleExample.oneField,
                remark: "the same, under the type that a client sets where none is set"
            ),
            .violating("▸POST /u HTTP/1.1⏎Host: a⏎⏎" + RuleExample.oneField, remark: "a whole head"),
            .nearMissRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: text/plain⏎Content-Length: 123⏎⏎"
                    + "Content-Type: multipart/form-data; boundary=AaB03x⏎⏎" + RuleExample.oneField,
                remark: "a text about a request"
            ),
            .nearMiss("This is a form: see below⏎" + RuleExample.oneField, remark: "a preamble"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, !form.preamble.isEmpty else { return }
        let opening = form.kept.window(at: 0, before: 0, after: min(form.preamble.upperBound, 512)).bytes
        let text = opening.drop { $0.isLineBreak }
        guard Self.beginsHead(text) else { return }
        let line = text.prefix { !$0.isLineBreak }
        report.add(
            self,
            Self.message(PrintableText.text(line, limit: 80)),
            at: (line.startIndex - opening.startIndex)..<(line.endIndex - opening.startIndex),
            hint: Self.endsHeadEarly(text, context) ? Self.earlyHint : nil
        )
    }

    /// Whether the field that stands in the body is missing in the head: an empty line ended that before it.
    private static func endsHeadEarly(_ text: ArraySlice<UInt8>, _ context: borrowing RuleContext) -> Bool {
        guard context.request?.head.isWhole ?? false else { return false }
        // A client that finds no type writes one of its own.
        return text.startsIgnoringCase(with: "content-type:") && !context.isMultipart
            || text.startsIgnoringCase(with: "content-length:")
                && context.fields.count(of: .contentLength) == 0
    }

    private static let earlyHint =
        "Move the field above the empty line before it: that line ends the head, and what follows it is the body."

    private static func beginsHead(_ text: ArraySlice<UInt8>) -> Bool {
        if LeakedHead.begins(text) { return true }
        let line = text.prefix { !$0.isLineBreak }
        return line.suffix(9).starts(with: " HTTP/1.".utf8)
    }

    private static func message(_ line: String) -> String {
        "the body begins with a field of the request's head: `\(line)`"
    }
}
