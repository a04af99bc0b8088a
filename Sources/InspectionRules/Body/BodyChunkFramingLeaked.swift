import Bytes
import Forms
import Inspection

/// `body/chunk-framing-leaked`: sizes of chunks stand in the body itself.
struct BodyChunkFramingLeaked: Rule {
    let id = "body/chunk-framing-leaked"
    let title = "chunk sizes in the body"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1")]
    let rationale = """
        The body was cut into chunks by hand without Transfer-Encoding, or twice. A receiver reads the sizes as \
        part of the form: as text before the first delimiter, and as bytes inside a file wherever a chunk ends.
        """
    let hint = "Pass the plain form to the HTTP library and let it make the chunks."
    let concerns: FormTraits = .irregularEnds

    var examples: [RuleExample] {
        [
            .violating(
                "▸45⏎" + RuleExample.oneField + "⏎0⏎⏎",
                remark: "one chunk of 69 bytes and the last chunk"
            ),
            .violating("▸45⏎" + RuleExample.oneField + "⏎", remark: "one chunk of 69 bytes"),
            .nearMiss(
                "2024⏎" + RuleExample.oneField,
                remark: "a preamble of digits that is not the size of what follows"
            ),
            .nearMiss(RuleExample.oneField + "⏎0⏎⏎", remark: "digits after the form only"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, !form.preamble.isEmpty, form.preamble.count <= 64,
            let preamble = form.kept[form.preamble]
        else { return }
        let digits = preamble.prefix { $0.hexValue != nil }
        guard (1...8).contains(digits.count),
            digits.count == preamble.count || preamble[digits.endIndex] == UInt8(ascii: ";"),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size > 0
        else { return }
        let dataEnd = form.preamble.upperBound + 2 + size
        let endsChunk = form.kept[dataEnd..<(dataEnd + 2)]?.elementsEqual([0x0D, 0x0A]) ?? false
        guard endsChunk || Self.endsWithLastChunk(form) else { return }
        report.add(
            self,
            Self.message(
                PrintableText.text(preamble, limit: 40),
                size,
                hasLast: Self.endsWithLastChunk(form)
            ),
            at: form.preamble
        )
    }

    private static func endsWithLastChunk(_ form: Form) -> Bool {
        let last: [UInt8] = [0x0D, 0x0A, 0x30, 0x0D, 0x0A, 0x0D, 0x0A]
        guard form.length >= last.count else { return false }
        return form.kept[(form.length - last.count)..<form.length]?.elementsEqual(last) ?? false
    }

    private static func message(_ line: String, _ size: Int, hasLast: Bool) -> String {
        "the body begins with the chunk size `\(line)` (\(size) bytes)"
            + (hasLast ? " and ends with the last chunk `0␍␊␍␊`" : "") + ": chunks are part of the form here"
    }
}
