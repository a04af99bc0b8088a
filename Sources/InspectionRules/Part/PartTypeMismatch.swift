import Bytes
import Exchanges
import Forms
import Inspection

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
        differ; others store the file under a type with which it cannot be opened. It is an error where the first \
        bytes show that some layer treated the file as text, which destroyed it: U+FFFD or question marks in the \
        signature or all over a file that is no text, characters of two bytes, converted line ends, a lost bit, \
        numbers. Bytes of no known kind, and \
        plain text, are a note: they may be a piece of a file, or the stand-in of a test.
        """
    let hint =
        "Take the type from the file itself, not from a constant or from the name that it had before conversion."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = [.otherKind, .header(.undeclaredExtension)]

    var examples: [RuleExample] {
        [
            .violating(
                Self.file("image/png", "▸⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⟨10⟩JFIF"),
                remark: "a JPEG declared as PNG"
            ),
            .violating(
                Self.file("application/pdf", "▸PK⟨03⟩⟨04⟩⟨14⟩⟨00⟩"),
                remark: "a ZIP archive declared as PDF"
            ),
            .violating(
                Self.file("image/png", "▸⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"),
                remark: "a PNG that was decoded as UTF-8"
            ),
            .nearMiss(Self.file("image/png", "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"), remark: "a PNG"),
            .nearMiss(
                Self.file(
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                    "PK⟨03⟩⟨04⟩"
                ),
                remark: "an office document is a ZIP archive"
            ),
            .nearMiss(
                Self.file("application/octet-stream", "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩"),
                remark: "octet-stream says nothing"
            ),
            .violating(
                Self.file("application/octet-stream", "▸⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩", name: "x.png"),
                remark: "an error: the name tells what the file was before it was decoded as UTF-8"
            ),
            .nearMiss(
                Self.file("application/octet-stream", "⟨E2⟩⟨82⟩⟨AC⟩⟨EF⟩⟨BF⟩⟨BD⟩", name: "x.png"),
                remark: "nothing shows that it was a PNG"
            ),
            .nearMiss(Self.file("image/svg+xml", "<svg/>"), remark: "SVG is text"),
            .violating(
                Self.file("image/png", "▸⟨C2⟩⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"),
                remark: "an error: a PNG that was joined to a string and encoded"
            ),
            .violating(
                Self.file("image/png", "▸⟨89⟩PNG␊⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩"),
                remark: "an error: a PNG that was read as text"
            ),
            .violating(
                Self.file("image/png", "▸⟨00⟩⟨89⟩⟨00⟩P⟨00⟩N⟨00⟩G⟨00⟩⟨0D⟩⟨00⟩⟨0A⟩⟨00⟩⟨1A⟩⟨00⟩⟨0A⟩"),
                remark: "an error: a PNG whose bytes were written as characters of two bytes"
            ),
            .violating(
                Self.file("image/png", "▸<!DOCTYPE html><p>404", name: "x.png"),
                remark: "an error page that was saved as a picture"
            ),
            .nearMiss(Self.file("image/png", ""), remark: "no content at all"),
            .nearMiss(Self.file("image/png", "hello", name: "x"), remark: "the type alone may be wrong"),
            .nearMiss(
                Self.file("application/pdf", "⟨EF⟩⟨BB⟩⟨BF⟩␊%PDF-1.7", name: "x.pdf"),
                remark: "readers look for the signature in the first 1024 bytes"
            ),
            .violating(
                Self.file(
                    "application/zip",
                    "▸PK⟨03⟩⟨04⟩⟨14⟩⟨00⟩" + String(repeating: "a⟨EF⟩⟨BF⟩⟨BD⟩", count: 16),
                    name: "x.xlsx"
                ),
                remark: "an error: an archive that was decoded as UTF-8; its signature is ASCII"
            ),
            .violating(
                Self.file(
                    "application/octet-stream",
                    "▸⟨00⟩⟨01⟩⟨C2⟩⟨81⟩⟨C2⟩⟨9D⟩" + String(repeating: "a⟨C3⟩⟨BF⟩", count: 16),
                    name: "x.bin"
                ),
                remark: "an error: bytes of no known kind that were joined to a string and encoded"
            ),
            .nearMiss(
                Self.file(
                    "application/octet-stream",
                    "⟨00⟩⟨01⟩" + String(repeating: "é", count: 40),
                    name: "x.db"
                ),
                remark: "texts in UTF-8 in a database"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"chunk\"⏎⏎2⏎"
                    + Self.file("image/jpeg", "⟨10⟩⟨80⟩⟨00⟩⟨01⟩", name: "x.jpg"),
                remark: "a piece of a file"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let parts = context.form?.parts else { return }
        var count = 0
        for index in parts.indices {
            let features = parts[index].headerFacts.features
            let isDeclared = features.contains(.specificMediaType)
            let isFile = features.contains(.filename)
            guard isDeclared || isFile else { continue }
            let part = parts[index]
            guard part.facts.opening.count >= 3,
                part.headerFacts.lineCount < 3
                    || part.header.first(named: "content-transfer-encoding") == nil,
                let found = (isDeclared ? declaredKind(of: part, context) : namedKind(of: part))
                    ?? (isFile ? binary(in: part) : nil)
            else { continue }
            let end = min(part.content.lowerBound + 12, part.content.upperBound)
            report.add(
                self,
                found.message,
                at: part.content.lowerBound..<end,
                part: part.number,
                severity: found.severity,
                hint: found.hint
            )
            count += 1
            if count == 16 { return }
        }
    }

    /// How a file of a declared kind differs from it.
    private func declaredKind(of part: BodyPart, _ context: borrowing RuleContext) -> Mismatch? {
        guard let declared = part.declaredType, let expected = FileSignature(mediaType: declared),
            var found = mismatch(of: part, from: expected, context)
        else { return nil }
        found.message = "declared as `\(PrintableText.text(declared, limit: 60))`" + found.message
        return found
    }

    /// The damage of a file whose name alone tells its kind: its type says nothing (application/octet-stream).
    private func namedKind(of part: BodyPart) -> Mismatch? {
        guard let filename = part.filename, let expected = FileSignature(filename: filename),
            let damage = FileDamage(part.facts.opening, of: part.content.count, expected), damage.isProven,
            damage.isNear(the: expected, in: part.facts.opening)
        else { return nil }
        let name = "named `\(PrintableText.text(filename, limit: 60))`"
        return Mismatch(
            message: name + damage.message(part.facts.opening, of: part.content.count),
            hint: damage.hint,
            severity: .error
        )
    }

    /// The damage of a file of any kind that is no text.
    private func binary(in part: BodyPart) -> Mismatch? {
        let opening = part.facts.opening
        guard FileDamage.mayHideBinary(in: opening, part.facts.features),
            let damage = FileDamage(binary: opening)
        else { return nil }
        let shown = "`\(PrintableText.text(opening.prefix(24)))`"
        let what =
            switch damage {
            case .encoded: "bytes from 80 on as characters of two bytes: they were written as UTF-8"
            case .replaced: "U+FFFD in many places: bytes that are not valid UTF-8 were replaced by it"
            default: "`?` in place of each byte from 80 on"
            }
        return Mismatch(
            message:
                "the file that begins with \(shown) is no text, and has \(what), which destroys the file",
            hint: damage.hint,
            severity: .error
        )
    }

    /// How a content differs from what its type says.
    private struct Mismatch {
        var message: String
        var hint: String?
        /// An error where the file was destroyed beyond doubt.
        var severity = Severity.warning
    }

    private func mismatch(of part: BodyPart, from expected: FileSignature, _ context: borrowing RuleContext)
        -> Mismatch?
    {
        let opening = part.facts.opening
        let found = FileSignature(opening)
        if let found, found != expected {
            return Mismatch(message: ", but the content is \(found.name(in: opening))")
        }
        if let damage = FileDamage(opening, of: part.content.count, expected) {
            return Mismatch(
                message: damage.message(opening, of: part.content.count),
                hint: damage.hint,
                severity: damage.isProven ? .error : .warning
            )
        }
        // A file in Base64 and a printed object have rules of their own.
        guard found == nil, expected.isMandatory, !EncodedFile.mayBegin(opening),
            let filename = part.filename, FileSignature(filename: filename) == expected,
            !expected.isElsewhere(in: opening)
        else { return nil }
        let named = " and named `\(PrintableText.text(filename, limit: 60))`, but the content "
        let shown = "`\(PrintableText.text(opening.prefix(40), limit: 40))`"
        switch ForeignFormat(opening, isWhole: false) {
        case .markup: return Mismatch(message: named + "is markup: \(shown)", hint: Self.answerHint)
        case .json: return Mismatch(message: named + "is JSON: \(shown)", hint: Self.answerHint)
        default: break
        }
        if opening.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 || $0.isLineBreak }) {
            // A text under the name of a picture is common where a client is tried out.
            return Mismatch(message: named + "is text: \(shown)", hint: Self.answerHint, severity: .note)
        }
        guard !context.mayBeSlice(part) else { return nil }
        return Mismatch(
            message: named
                + "does not begin as \(expected.rawValue) does, but with `\(FileDamage.hex(opening, 8))`",
            hint: Self.unknownHint,
            severity: .note
        )
    }

    private static func file(_ type: String, _ content: String, name: String = "x") -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"\(name)\"⏎Content-Type: \(type)⏎⏎"
            + "\(content)⏎--AaB03x--⏎"
    }

    private static let answerHint =
        "Look at what the program read in place of the file: an error page, an answer in JSON, a text in a variable."
    private static let unknownHint =
        "Compare the first bytes with those of the file on disk: it is another file, or was changed on the way."
}

extension FileSignature {
    /// Whether each file of this kind begins with its signature, so that one without it is of another kind.
    fileprivate var isMandatory: Bool {
        switch self {
        case .png, .jpeg, .gif, .webp, .pdf, .zip, .gzip: true
        case .tiff, .isoMedia, .zstandard: false
        }
    }

    /// Whether readers of the kind find it in content that begins with something else: readers of PDF look for it in the
    /// first 1024 bytes, a ZIP archive may follow a program or be the part of a split one, and an office document with a
    /// password is no ZIP archive.
    fileprivate func isElsewhere(in opening: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .pdf: opening.indices.contains { opening[$0...].starts(with: "%PDF-".utf8) }
        case .zip:
            opening.starts(with: "PK".utf8) || opening.starts(with: "MZ".utf8)
                || opening.starts(with: [0x7F, 0x45])
                || opening.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
        default: false
        }
    }
}
