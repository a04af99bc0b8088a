import Bytes
import Exchanges
import Forms

/// `part/type-mismatch`: a part's content is of another kind than its Content-Type says.
struct PartTypeMismatch: Rule {
    let id = "part/type-mismatch"
    let title = "content contradicts its Content-Type"
    let severity = Severity.warning
    let requirement = RequirementLevel.may
    let clauses = [
        Clause.rfc(9110, "8.3"),
        Clause(
            name: "WHATWG MIME Sniffing",
            link: "https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern"
        ),
    ]
    let rationale = """
        Servers that check uploads compare the declared type with the first bytes and refuse the file where they \
        differ; others store the file under a type with which it cannot be opened. A signature with U+FFFD in it \
        shows that some layer decoded the file as text, which destroyed it.
        """
    let hint =
        "Take the type from the file itself, not from a constant or from the name that it had before conversion."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .otherKind

    let examples: [RuleExample] = [
        .violating(file("image/png", "▸⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⟨10⟩JFIF"), remark: "a JPEG declared as PNG"),
        .violating(file("application/pdf", "▸PK⟨03⟩⟨04⟩⟨14⟩⟨00⟩"), remark: "a ZIP archive declared as PDF"),
        .violating(
            file("image/png", "▸⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"),
            remark: "a PNG that was decoded as UTF-8"
        ),
        .nearMiss(file("image/png", "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"), remark: "a PNG"),
        .nearMiss(
            file("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK⟨03⟩⟨04⟩"),
            remark: "an office document is a ZIP archive"
        ),
        .nearMiss(file("application/octet-stream", "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩"), remark: "octet-stream says nothing"),
        .nearMiss(file("image/svg+xml", "<svg/>"), remark: "SVG is text"),
        .nearMiss(file("image/png", ""), remark: "no content at all"),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form else { return }
        var count = 0
        for index in form.parts.indices
        where form.parts[index].headerFacts.features.contains(.specificMediaType) {
            let part = form.parts[index]
            let sample = part.facts.opening
            guard sample.count >= 3, let declared = part.declaredType,
                part.headerFacts.lineCount < 3
                    || part.header.first(named: "content-transfer-encoding") == nil
            else { continue }
            let expected = FileSignature(mediaType: declared)
            let message: String
            let hint: String?
            if let found = FileSignature(sample) {
                guard let expected, found != expected else { continue }
                message = Self.message(PrintableText.text(declared, limit: 60), found)
                hint = nil
            } else if let expected, Self.isDecodedAsText(sample, expected) {
                message = Self.decoded(PrintableText.text(declared, limit: 60), sample)
                hint = Self.decodedHint
            } else {
                continue
            }
            let end = min(part.content.lowerBound + 12, part.content.upperBound)
            report.add(self, message, at: part.content.lowerBound..<end, part: part.number, hint: hint)
            count += 1
            if count == 16 { return }
        }
    }

    /// Whether U+FFFD is among the first bytes: no file of a known kind has it there.
    private static func isDecodedAsText(_ sample: ArraySlice<UInt8>, _ expected: FileSignature) -> Bool {
        let opening = sample.prefix(16)
        return opening.indices.contains { opening[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
    }

    private static func file(_ type: String, _ content: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎Content-Type: \(type)⏎⏎"
            + "\(content)⏎--AaB03x--⏎"
    }

    private static func message(_ declared: String, _ found: FileSignature) -> String {
        "declared as `\(declared)`, but the content is \(found.rawValue)"
    }

    private static func decoded(_ declared: String, _ sample: ArraySlice<UInt8>) -> String {
        let bytes = sample.prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return
            "declared as `\(declared)`, but the content begins with `\(bytes.joined(separator: " "))`: bytes that "
            + "are not valid UTF-8 were replaced by U+FFFD"
    }

    private static let decodedHint =
        "Find the layer that decodes the body as text (a gateway, a string concatenation) and pass bytes through it."
}
