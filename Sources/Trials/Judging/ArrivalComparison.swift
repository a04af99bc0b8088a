import Bytes
import Forms
import Inspection
import Profiles

/// One part as it arrived, held against what was asked for.
struct ArrivalComparison {
    /// What is wrong: the part is not the one that was asked for.
    private(set) var faults: [String] = []
    /// What is there, and is read as something else by those who do not know what was meant.
    private(set) var misreadings: [String] = []
    /// What is right, and not as it should be.
    private(set) var weaknesses: [String] = []
    /// What else is to be known.
    private(set) var notes: [String] = []

    private let part: BodyPart
    private let expected: ExpectedPart

    /// Compares.
    ///
    /// - Parameters:
    ///   - part: the part as it arrived.
    ///   - digest: the SHA-256 of its content.
    ///   - expected: what was asked for.
    init(_ part: BodyPart, digest: String, with expected: ExpectedPart) {
        self.part = part
        self.expected = expected
        let label = IntendedLabel(part)
        compareName(label)
        compareFilename(label)
        compareType()
        compareContent(digest)
    }

    private mutating func compareName(_ label: IntendedLabel?) {
        let writing = LabelEscaping(
            expected.name,
            raw: part.name,
            extended: part.disposition?.nameStar.flatMap { _ in label?.name },
            intended: label?.name
        )
        if expected.name.isEmpty, part.name == nil { return notes.append("the empty name is left out") }
        guard let writing else {
            let arrived = part.name.map { "`\(PrintableText.text($0))`" } ?? "missing"
            return faults.append("the name `\(Self.shown(expected.name))` arrives as \(arrived)")
        }
        note(writing, of: "name")
    }

    private mutating func compareFilename(_ label: IntendedLabel?) {
        let star = part.disposition?.filenameStar
        guard let filename = expected.filename else {
            if part.filename != nil || star != nil { faults.append("a text arrives as a file") }
            return
        }
        let writing = LabelEscaping(
            filename,
            raw: part.filename,
            extended: star.flatMap { _ in label?.filename },
            intended: label?.filename
        )
        if let writing { return note(writing, of: "filename") }
        let raw = part.filename
        if let raw, raw.elementsEqual(Self.lastSegment(of: filename, after: "/")) {
            return notes.append("the path before the filename is cut off")
        }
        if let raw, raw.elementsEqual(Self.lastSegment(of: filename, after: "\\")) {
            return weaknesses.append(
                "`\(Self.shown(filename))` is cut off at the backslash to `\(PrintableText.text(raw))`"
            )
        }
        let arrived = raw.map { "arrives as `\(PrintableText.text($0))`" } ?? "does not arrive"
        faults.append("the filename `\(Self.shown(filename))` \(arrived)")
    }

    private mutating func note(_ writing: LabelEscaping, of label: String) {
        guard let text = writing.note else { return }
        switch writing {
        case .extended, .unescaped: misreadings.append("the \(label) is written \(text)")
        case .extendedBesides: weaknesses.append("the \(label) is written \(text)")
        case .normalized where label == "filename": weaknesses.append("the \(label) is written \(text)")
        default: notes.append("the \(label) is written \(text)")
        }
    }

    private mutating func compareType() {
        guard expected.filename != nil else { return }
        let arrived = part.header.value(named: "content-type").map { PrintableText.text($0) }
        guard let type = expected.type else {
            return notes.append(arrived.map { "the type is written as `\($0)`" } ?? "no type is written")
        }
        let wanted = Self.shown(type)
        guard arrived.map(Self.plain) != Self.plain(wanted) else { return }
        let text = arrived.map { "`\($0)`" } ?? "nothing"
        // What is no type may be changed.
        if type.contains(where: \.isNewline) {
            weaknesses.append("the type `\(wanted)` arrives as \(text)")
        } else {
            faults.append("the type `\(wanted)` arrives as \(text)")
        }
    }

    private mutating func compareContent(_ digest: String) {
        let length = part.content.count
        guard let content = expected.contents.first(where: { $0.length == length && $0.digest == digest })
        else {
            let wanted = expected.contents[0].length
            let lengths =
                length == wanted
                ? "\(Quantity.grouped(length)) bytes arrive, and they are others"
                : "\(Quantity.grouped(length)) bytes arrive of \(Quantity.grouped(wanted))"
            return faults.append("the content of `\(Self.shown(expected.name))` is changed: \(lengths)")
        }
        if let note = content.note { notes.append(note) }
    }

    private static func lastSegment(of path: String, after separator: Unicode.Scalar) -> Substring.UTF8View {
        let index = path.unicodeScalars.lastIndex(of: separator)
        return path[(index.map(path.unicodeScalars.index(after:)) ?? path.startIndex)...].utf8
    }

    /// A type without blanks and in lowercase, in which parameters may be written.
    private static func plain(_ type: String) -> String { type.lowercased().filter { $0 != " " } }

    private static func shown(_ text: String) -> String { PrintableText.text(text, limit: 80) }
}
