import Bytes
import Exchanges
import Forms
import Inspection

/// `line/utf16-body`: a body that was written as UTF-16 or UTF-32 text.
struct LineUTF16Body: Rule {
    let id = "line/utf16-body"
    let title = "body in UTF-16 or UTF-32"
    let severity = Severity.error
    let clauses = [Clause.rfc(2046, "5.1")]
    let rationale = """
        Delimiters and part headers are US-ASCII, one byte per character, whatever the content is. In a body \
        written as UTF-16 text no receiver finds a delimiter: busboy, Go and python-multipart refuse it; PHP, \
        Werkzeug and Django deliver an empty form.
        """
    let hint = "Build the body as bytes: delimiters and headers in ASCII or UTF-8, files as they are."
    let needs = Fidelity.body
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating(
                "▸⟨FF⟩⟨FE⟩-⟨00⟩-⟨00⟩A⟨00⟩a⟨00⟩B⟨00⟩0⟨00⟩3⟨00⟩x⟨00⟩␍⟨00⟩␊⟨00⟩",
                remark: "with a byte order mark"
            ),
            .violating("▸⟨00⟩-⟨00⟩-⟨00⟩A⟨00⟩a⟨00⟩B⟨00⟩0⟨00⟩3⟨00⟩x", remark: "big-endian, without"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎⟨FF⟩⟨FE⟩1⟨00⟩⏎--AaB03x--⏎",
                remark: "content in UTF-16"
            ),
            .nearMiss("⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩", remark: "other bytes with zeros among them"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let form = context.form, case .noDelimiter = form.ending else { return }
        let opening = form.kept.window(at: 0, before: 0, after: 32).bytes
        guard let encoding = Self.encodings.first(where: { $0.wrote(opening) }) else { return }
        report.add(self, Self.message(encoding.name, opening, form), at: 0..<opening.count)
    }

    /// One way to write ASCII characters in several bytes each.
    private struct Encoding {
        let name: String
        let mark: [UInt8]
        /// Bytes per character.
        let width: Int
        /// Which of these bytes holds the ASCII code; the others are 0.
        let place: Int

        /// Whether bytes begin with four characters written so; without a mark the first must be a dash or a CR.
        func wrote(_ bytes: ArraySlice<UInt8>) -> Bool {
            let hasMark = bytes.starts(with: mark)
            let text = Array(hasMark ? bytes.dropFirst(mark.count) : bytes)
            guard text.count >= 4 * width else { return false }
            guard hasMark || text[place] == 0x2D || text[place] == 0x0D else { return false }
            return (0..<(4 * width)).allSatisfy { index in
                index % width == place ? (0x09...0x7E).contains(text[index]) : text[index] == 0
            }
        }
    }

    private static let encodings = [
        Encoding(name: "UTF-32LE", mark: [0xFF, 0xFE, 0, 0], width: 4, place: 0),
        Encoding(name: "UTF-32BE", mark: [0, 0, 0xFE, 0xFF], width: 4, place: 3),
        Encoding(name: "UTF-16LE", mark: [0xFF, 0xFE], width: 2, place: 0),
        Encoding(name: "UTF-16BE", mark: [0xFE, 0xFF], width: 2, place: 1),
    ]

    private static func message(_ name: String, _ opening: ArraySlice<UInt8>, _ form: Form) -> String {
        "the body is \(name) text beginning with `\(PrintableText.text(opening, limit: 16))`, in which no receiver finds "
            + "the delimiter `\(PrintableText.text(form.delimiterText, limit: 80))`"
    }
}
