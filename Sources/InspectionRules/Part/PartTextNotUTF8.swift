import Bytes
import Exchanges
import Forms
import Inspection

/// `part/text-not-utf8`: the value of a text field is not valid UTF-8, and nothing says what it is.
struct PartTextNotUTF8: Rule {
    let id = "part/text-not-utf8"
    let title = "text that is not valid UTF-8"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "5.1.2"), .rfc(7578, "4.5")]
    let rationale = """
        Text is UTF-8 unless the part's charset parameter or a `_charset_` field says otherwise. Without these, \
        receivers that decode text replace the invalid bytes by U+FFFD or refuse the form.
        """
    let hint =
        "Encode text as UTF-8; if that is not possible, name the charset in the part's Content-Type (`charset=…`)."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .fieldBeyondASCII

    var examples: [RuleExample] {
        [
            .violating(
                header: "Content-Disposition: form-data; name=\"a\"",
                content: "caf▸⟨E9⟩",
                remark: "Latin-1, and nothing says so"
            ),
            .nearMiss(header: "Content-Disposition: form-data; name=\"a\"", content: "café", remark: "UTF-8"),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"a\"⏎Content-Type: text/plain; charset=iso-8859-1",
                content: "caf⟨E9⟩",
                remark: "the part says what it is"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"",
                content: "caf⟨E9⟩",
                remark: "a file may be anything"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"_charset_\"⏎⏎iso-8859-1⏎--AaB03x⏎"
                    + "Content-Disposition: form-data; name=\"a\"⏎⏎caf⟨E9⟩⏎--AaB03x--⏎",
                remark: "the form says what it is"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard !context.namesCharset else { return }
        var found = Recurrence()
        for part in context.formDataParts where Self.isUnlabelledText(part) {
            let sample = part.facts.sample[...]
            guard let index = sample.firstInvalidUTF8 else { continue }
            // A character that the end of the sample cuts is not a fault; content with control characters is
            // not text.
            let isCut = sample.count < part.content.count && index > sample.count - 4
            guard !isCut, !sample.contains(where: { $0 < 0x09 }) else { continue }
            let offset = part.content.lowerBound + index
            found.add(
                Self.message(part, sample[index...].prefix(1)),
                at: offset..<(offset + 1),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func isUnlabelledText(_ part: BodyPart) -> Bool {
        guard !part.isFile else { return false }
        guard let type = part.mediaType else { return true }
        return part.header[type.type].startsIgnoringCase(with: "text/")
            && type.value.first(named: "charset", in: part.header) == nil
    }

    private static func message(_ part: BodyPart, _ byte: ArraySlice<UInt8>) -> String {
        "the value of \(part.words) is not valid UTF-8: it holds `\(PrintableText.text(byte))`, and no charset is named"
    }
}
