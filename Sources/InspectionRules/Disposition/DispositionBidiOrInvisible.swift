import Bytes
import Forms
import Inspection

/// `disposition/bidi-or-invisible`: characters in a filename that cannot be seen.
struct DispositionBidiOrInvisible: Rule {
    let id = "disposition/bidi-or-invisible"
    let title = "invisible character in a filename"
    let severity = Severity.note
    let clauses = [Clause.practice("Unicode TR 36: text that looks like another")]
    let rationale = """
        A right-to-left override shows `exe.gpj` backwards, as a picture, and zero-width characters make two names \
        look alike. Receivers store them; people who read lists of files are misled.
        """
    let hint = "Strip direction marks and zero-width characters from filenames."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .header(.nonPrintableByte)

    var examples: [RuleExample] {
        [
            .violating(
                header: #"Content-Disposition: form-data; name="f"; filename="photo▸⟨E2⟩⟨80⟩⟨AE⟩gpj.exe""#
            ),
            .violating(header: #"Content-Disposition: form-data; name="f"; filename="a▸⟨E2⟩⟨80⟩⟨8B⟩b.txt""#),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="שלום.txt""#,
                remark: "Hebrew, no mark"
            ),
            .nearMiss(
                header: #"Content-Disposition: form-data; name="f"; filename="👩‍💻.txt""#,
                remark: "emoji are joined so"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts {
            guard let filename = part.wholeDisposition?.filename else { continue }
            let value = part.header[filename.value]
            guard value.contains(where: { $0 >= 0x80 }), value.firstInvalidUTF8 == nil else { continue }
            var offset = filename.value.lowerBound
            for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
                let length = UTF8.width(scalar)
                if Self.isInvisible(scalar) {
                    found.add(
                        Self.message(part.shown(filename.value), scalar),
                        at: offset..<(offset + length),
                        part: part.number
                    )
                    break
                }
                offset += length
            }
        }
        found.report(as: self, to: &report)
    }

    /// The joiners U+200C and U+200D are left out: emoji and Persian need them.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064,
            0x2066...0x206F, 0xFEFF:
            true
        default: false
        }
    }

    private static func message(_ filename: String, _ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let number = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        return "the filename `\(filename)` holds the invisible character U+\(number)"
    }
}
