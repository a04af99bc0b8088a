import Bytes
import Forms
import Inspection

/// `part/charset-field`: a `_charset_` field says in which charset the other fields are.
struct PartCharsetField: Rule {
    let id = "part/charset-field"
    let title = "_charset_ field"
    let severity = Severity.note
    let clauses = [Clause.rfc(7578, "4.6"), .rfc(7578, "5.1.2")]
    let rationale = """
        A field named `_charset_` gives the charset of all text parts that do not name one themselves. None of nine \
        parsers tested applies it: the values are delivered undecoded or decoded as UTF-8, and the application has \
        to decode them.
        """
    let hint = "Send UTF-8, which needs no such field; otherwise send the field before those it applies to."
    let evidence = Evidence.sample
    let concerns: FormTraits = .header(.charsetName)

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"_charset_\"⏎⏎▸iso-8859-1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"a\"⏎⏎caf⟨E9⟩⏎--AaB03x--⏎",
                remark: "the fields are Latin-1"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"_charset_\"⏎⏎▸utf-8⏎--AaB03x--⏎",
                remark: "after a field that it is about"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"charset\"⏎⏎iso-8859-1⏎--AaB03x--⏎",
                remark: "a field of the application"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        for part in context.formDataParts where !part.isFile && part.name?.equals("_charset_") ?? false {
            found.add(Self.message(part), at: part.content, part: part.number)
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart) -> String {
        let label = part.facts.sample[...]
        let shown = "`\(PrintableText.text(label, limit: 40))`"
        if label.isEmpty { return "the field `_charset_` names no charset" }
        if part.content.count > 40 || !CharsetLabel.isKnown(String(decoding: label, as: UTF8.self)) {
            return "the field `_charset_` says \(shown), and no charset is known by that name"
        }
        return part.number == 1
            ? "the field `_charset_` says that text is \(shown), which no server tested applies"
            : "the field `_charset_` says \(shown) only after \(part.number - 1) other parts"
    }
}
