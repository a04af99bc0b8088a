import Bytes
import Forms
import Inspection

/// `disposition/html-charref`: an HTML character reference in a name.
struct DispositionHTMLCharref: Rule {
    let id = "disposition/html-charref"
    let title = "HTML character reference in a name"
    let severity = Severity.note
    let clauses = [Clause.whatwgEncoding]
    let rationale = """
        A browser that sends a form in a charset other than UTF-8 writes characters that the charset lacks as \
        `&#8364;`. Receivers store that text, which cannot be distinguished from the same text typed by a user.
        """
    let hint = #"Serve the page as UTF-8, or put `accept-charset="utf-8"` on the form."#
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .irregularDisposition

    var examples: [RuleExample] {
        [
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="▸&#8364;.txt""#),
            .nearMiss(header: #"Content-Disposition: form-data; name="f"; filename="Q&A #1;.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="&#65;.txt""#,
                remark: "ASCII is in every charset: it was typed"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        context.forEachLabel(with: Self.reference) { part, parameter, range in
            found.add(
                Self.message(part.shown(parameter.name), part.shown(range)),
                at: range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    /// `&#`, the decimal number of a character beyond ASCII, and a semicolon: browsers write no other form.
    private static func reference(in value: ArraySlice<UInt8>) -> Range<Int>? {
        for start in value.indices where value[start] == UInt8(ascii: "&") {
            guard value[(start + 1)...].first == UInt8(ascii: "#") else { continue }
            let digits = value[(start + 2)...].prefix { $0.isDigit }
            // Seven digits hold every code point.
            guard (3...7).contains(digits.count), value[digits.endIndex...].first == UInt8(ascii: ";") else {
                continue
            }
            let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            if number >= 0x80 { return start..<(digits.endIndex + 1) }
        }
        return nil
    }

    private static func message(_ name: String, _ reference: String) -> String {
        "the \(name) holds the character reference `\(reference)`"
    }
}
