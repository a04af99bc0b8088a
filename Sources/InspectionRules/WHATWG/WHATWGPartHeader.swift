import Bytes
import Forms
import Inspection

/// `whatwg/part-header`: header lines that browsers would have written differently.
///
/// They are compared byte for byte with those that the algorithm writes for the same name, filename and type.
struct WHATWGPartHeader: Rule {
    let id = "whatwg/part-header"
    let title = "part header other than browsers write it"
    let severity = Severity.error
    let clauses = [Clause.whatwgEncoding, .rfc(7578, "4.2"), .rfc(7578, "4.8")]
    let rationale = """
        Browsers write `Content-Disposition: form-data; name="…"`, for files `; filename="…"` and a line Content-Type, \
        in this order, spelled so, and no other field. Receivers that were tested with browsers alone fail on the rest.
        """
    let hint = "Write exactly these lines, each once, CRLF after each."
    let evidence = Evidence.partHeader

    var examples: [RuleExample] {
        [
            .violating(
                header: "Content-Disposition: form-data; name=\"a\"⏎▸Content-Type: text/plain",
                remark: "a text field has no Content-Type"
            ),
            .violating(
                header: "Content-Disposition: form-data; ▸filename=\"f\"; name=\"a\"⏎Content-Type: text/plain"
            ),
            .violating(header: "Content-▸disposition: form-data; name=\"a\""),
            .violating(header: "Content-Disposition: form-data; name=▸a", remark: "no quotes"),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"⏎▸⏎1⏎--AaB03x--⏎",
                remark: "a file has a Content-Type"
            ),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a\""),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"\"⏎Content-Type: application/octet-stream",
                remark: "no file was chosen"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts where part.hasWholeHeader {
            let expected = Self.lines(for: part)
            let bytes = part.header.bytes
            if let index = bytes[...].firstDifference(from: expected) {
                let start = part.header.base + index
                let lineEnd = bytes[min(index, bytes.count)...].prefix { !$0.isLineBreak }.count
                found.add(
                    Self.message(expected),
                    at: start..<(start + lineEnd),
                    part: part.number
                )
            } else if part.headerEnd != .blankLine || part.blankLine != .crlf {
                let end = part.header.range.upperBound
                found.add("browsers write an empty line after the header", at: end..<end, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    /// The header lines that the algorithm writes for a part's name, filename and type.
    private static func lines(for part: BodyPart) -> [UInt8] {
        let quote = Array("\"\r\n".utf8)
        var result = Array("Content-Disposition: form-data; name=\"".utf8)
        result += part.disposition?.name.map { part.header[$0.value] } ?? []
        guard let filename = part.disposition?.filename else { return result + quote }
        result += Array("\"; filename=\"".utf8) + part.header[filename.value] + quote
        result += Array("Content-Type: ".utf8)
        result +=
            part.mediaType.map { part.header[$0.line.value] } ?? Array("application/octet-stream".utf8)[...]
        return result + [0x0D, 0x0A]
    }

    private static func message(_ expected: [UInt8]) -> String {
        let lines = PrintableText.text(expected.dropLast(2), limit: 200)
        return "browsers write `\(lines)` here, and no other header line"
    }
}
