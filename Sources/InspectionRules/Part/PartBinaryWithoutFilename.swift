import Bytes
import Exchanges
import Forms
import Inspection

/// `part/binary-without-filename`: what looks like a file is sent as a field.
struct PartBinaryWithoutFilename: Rule {
    let id = "part/binary-without-filename"
    let title = "file without a filename"
    let severity = Severity.warning
    let clauses = [Clause.rfc(7578, "4.2")]
    let rationale = """
        Most servers tell files from fields by the filename and by nothing else: Go, PHP, Django and python-multipart \
        among them. Without one a picture becomes a text value, is limited in size as such, and may be decoded.
        """
    let hint = "Give the part a filename; any name will do."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = [.header(.typedValue), .controlInField]

    var examples: [RuleExample] {
        [
            .violating(
                header: "Content-Disposition: form-data; name=\"f\"⏎Content-Type: ▸image/png",
                content: "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩",
                remark: "a picture as a field"
            ),
            .violating(
                header: "Content-Disposition: form-data; name=\"f\"",
                content: "▸⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩",
                remark: "binary content and no type"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"⏎Content-Type: application/json",
                content: "{}",
                remark: "JSON is meant as a value"
            ),
            .nearMiss(
                header: "Content-Disposition: form-data; name=\"f\"⏎Content-Type: application/octet-stream",
                content: "1",
                remark: "text under a type that says nothing"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎Content-Type: image/png",
                content: "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩",
                remark: "a file as it should be"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where !part.isFile && part.disposition != nil {
            let type = part.mediaType?.type
            if let type, Self.isTypeOfFiles(part.header[type]) {
                found.add(Self.typed(part, part.shown(type)), at: type, part: part.number)
            } else if Self.mayBeBinary(part), let index = part.facts.sample[...].firstBinaryByte {
                let offset = part.content.lowerBound + index
                let start = FileSignature(part.facts.sample[...]) == nil ? offset : part.content.lowerBound
                found.add(
                    Self.untyped(part, part.facts.sample[index...].prefix(1)),
                    at: start..<(offset + 1),
                    part: part.number
                )
            }
        }
        found.report(as: self, to: &report)
    }

    /// Whether a type is one of files, which no application uses for a field.
    private static func isTypeOfFiles(_ type: ArraySlice<UInt8>) -> Bool {
        type.startsIgnoringCase(with: "image/") || type.startsIgnoringCase(with: "audio/")
            || type.startsIgnoringCase(with: "video/") || type.startsIgnoringCase(with: "font/")
            || FileSignature(mediaType: type) != nil
    }

    /// Whether binary content is a fault: not in text of wide characters, nor where the type is private to an
    /// application.
    ///
    /// A single NUL in a text is a different fault: the end of a C string.
    private static func mayBeBinary(_ part: BodyPart) -> Bool {
        guard let type = part.mediaType else { return FileSignature(part.facts.sample[...]) != nil }
        return part.header[type.type].equalsIgnoringCase("application/octet-stream")
    }

    private static func typed(_ part: BodyPart, _ type: String) -> String {
        "\(part.words) is `\(type)` but has no filename, so that servers take it for a text value"
    }

    private static func untyped(_ part: BodyPart, _ byte: ArraySlice<UInt8>) -> String {
        "\(part.words) holds `\(PrintableText.text(byte))` and so is binary, but has no filename, so that servers "
            + "take it for a text value"
    }
}
