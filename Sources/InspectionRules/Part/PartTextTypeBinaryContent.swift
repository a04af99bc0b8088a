import Bytes
import Exchanges
import Forms
import Inspection

/// `part/text-type-binary-content`: a part is declared as text and holds bytes that no text has.
struct PartTextTypeBinaryContent: Rule {
    let id = "part/text-type-binary-content"
    let title = "binary content declared as text"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "8.3"), .rfc(7578, "4.4")]
    let rationale = """
        A receiver may decode what is declared as text, convert its line ends or cut it at the first NUL, and none of \
        that can be undone in a binary file.
        """
    let hint = "Write the file's own media type, or `application/octet-stream` where it is not known."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .controlInText

    var examples: [RuleExample] {
        [
            .violating(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.bin\"⏎Content-Type: text/plain",
                content: "▸⟨00⟩⟨01⟩",
                remark: "a NUL in what is called text"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain; charset=utf-16le",
                content: "a⟨00⟩",
                remark: "UTF-16, and it says so"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.txt\"⏎Content-Type: text/plain",
                content: "⟨FF⟩⟨FE⟩a⟨00⟩",
                remark: "UTF-16 with its byte order mark"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.log\"⏎Content-Type: text/plain",
                content: "⟨1B⟩[31mred⟨1B⟩[0m␉1⟨08⟩␊ and a long line of text after it",
                remark: "colours of a terminal"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.parts where part.isByteText && part.mediaType != nil {
            let sample = part.facts.sample[...]
            guard let index = sample.firstBinaryByte else { continue }
            let offset = part.content.lowerBound + index
            found.add(
                Self.message(part, sample[index...].prefix(1)),
                at: offset..<(offset + 1),
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ byte: ArraySlice<UInt8>) -> String {
        let type = part.mediaType.map { part.shown($0.type) } ?? ""
        let what = byte.first == 0 ? ": binary, or UTF-16 that does not say so" : " and so is binary"
        return "\(part.words) is declared as `\(type)`, but holds `\(PrintableText.text(byte))`" + what
    }
}

extension ArraySlice<UInt8> {
    /// The index of the first byte that shows that bytes are not text: a NUL or, where one byte in sixteen is
    /// a control character that text does not use, the first of these; `nil` for text and for UTF-16 and
    /// UTF-32 with their mark.
    var firstBinaryByte: Int? {
        if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) || starts(with: [0, 0, 0xFE, 0xFF]) {
            return nil
        }
        if let index = firstIndex(of: 0) { return index }
        var first: Int?
        var controls = 0
        for index in indices where self[index] < 0x09 || (self[index] > 0x0D && self[index] < 0x20) {
            guard self[index] != 0x1B else { continue }
            first = first ?? index
            controls += 1
        }
        return controls * 16 > count ? first : nil
    }
}

extension BodyPart {
    /// Whether the part is text in which NUL is a character of its own: of type text or none, and not in UTF-16 or
    /// UTF-32.
    var isByteText: Bool {
        guard let type = mediaType else { return true }
        guard header[type.value.leading].startsIgnoringCase(with: "text/") else { return false }
        guard let charset = type.value.first(named: "charset", in: header) else { return true }
        let name = header[charset.value]
        return !name.startsIgnoringCase(with: "utf-16") && !name.startsIgnoringCase(with: "utf-32")
            && !name.startsIgnoringCase(with: "ucs-2") && !name.startsIgnoringCase(with: "iso-10646")
    }
}
