import Bytes
import Exchanges
import Forms
import Inspection

/// `delimiter/truncated-close`: the body ends inside its close delimiter.
struct DelimiterTruncatedClose: Rule {
    let id = "delimiter/truncated-close"
    let title = "body ends inside the close delimiter"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1.1"), .rfc(9112, "8")]
    let rationale = """
        The last bytes are the beginning of the close delimiter, so the encoder wrote it, and it was cut off, \
        usually by a Content-Length that is a few bytes too small. busboy, Go, Rack and Python's multipart refuse \
        the form, Werkzeug delivers an empty form, and Starlette loses the last field.
        """
    let hint = """
        Count the whole body, its close delimiter included, in bytes and after the last byte is written; then set \
        Content-Length from that.
        """
    let evidence = Evidence.wholeBody
    let concerns: FormTraits = .unclosed

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⏎--AaB03x-",
                remark: "one dash short"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⏎--AaB03x",
                remark: "both dashes short"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1▸⏎--Aa",
                remark: "cut inside the boundary"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--",
                remark: "all of it is there"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎",
                remark: "a line break is not a beginning of a delimiter"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, case .inDelimiter(let range) = form.ending else { return }
        let isCounted = context.request == nil || context.fields.first(named: "content-length") != nil
        report.add(
            self,
            Self.message(form, range),
            at: range,
            part: form.parts.last?.number,
            hint: isCounted ? nil : Self.endHint
        )
    }

    private static let endHint =
        "Write the whole close delimiter and CRLF before you end the body: flush the writer, and wait until it has written."

    private static func message(_ form: Form, _ range: Range<Int>) -> String {
        let written = form.kept[range] ?? []
        let whole = form.delimiterText + [0x2D, 0x2D]
        let present = zip(written.drop(while: \.isLineBreak), whole).prefix { $0 == $1 }.count
        let missing = PrintableText.text(whole.dropFirst(present))
        let which = form.partCount == 0 ? "its first delimiter" : "the close delimiter"
        let count = whole.count - present == 1 ? "1 byte" : "\(whole.count - present) bytes"
        return "the body ends inside \(which), after `\(PrintableText.text(written))`: "
            + "\(count), `\(missing)`, and the CRLF after it are missing"
    }
}
