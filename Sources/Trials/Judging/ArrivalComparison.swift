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
        if expected.name.isEmpty, part.name == nil { return notes.append("the empty name is left out") }
        let extended = value(of: part.disposition?.nameStar)
        if isChanged(expected.name, in: extended, of: "name") { return }
        let writing = LabelEscaping(expected.name, raw: part.name, extended: extended, intended: label?.name)
        if let writing { return note(writing, of: "name") }
        let arrived = part.name.map { Self.arrival(of: expected.name, as: $0) } ?? "is missing"
        faults.append("the name `\(Self.shown(expected.name))` \(arrived)")
    }

    private mutating func compareFilename(_ label: IntendedLabel?) {
        let extended = value(of: part.disposition?.filenameStar)
        guard let filename = expected.filename else {
            if part.filename != nil || extended != nil { faults.append("a text arrives as a file") }
            return
        }
        if isChanged(filename, in: extended, of: "filename") { return }
        let raw = part.filename
        if let writing = LabelEscaping(filename, raw: raw, extended: extended, intended: label?.filename) {
            return note(writing, of: "filename")
        }
        if let raw, raw.elementsEqual(Self.lastSegment(of: filename, after: "/")) {
            return notes.append("the path before the filename is cut off")
        }
        if let raw, raw.elementsEqual(Self.lastSegment(of: filename, after: "\\")) {
            return weaknesses.append(
                "`\(Self.shown(filename))` is cut off at the backslash to `\(PrintableText.text(raw))`"
            )
        }
        let arrived = raw.map { Self.arrival(of: filename, as: $0) } ?? "does not arrive"
        faults.append("the filename `\(Self.shown(filename))` \(arrived)")
    }

    private func value(of parameter: Parameter?) -> ArraySlice<UInt8>? {
        parameter.map { part.header[$0.value] }
    }

    /// Whether an extended parameter says something else than what was meant, which is a fault whatever stands beside it.
    private mutating func isChanged(
        _ text: String,
        in extended: ArraySlice<UInt8>?,
        of label: String
    ) -> Bool {
        guard let extended else { return false }
        let meant = [
            text[...].utf8, Self.lastSegment(of: text, after: "/"), Self.lastSegment(of: text, after: "\\"),
        ]
        if let decoded = LabelEscaping.text(ofExtended: extended),
            meant.contains(where: { $0.elementsEqual(decoded) })
        {
            return false
        }
        faults.append(
            "the \(label) `\(Self.shown(text))` arrives as `\(PrintableText.text(extended))` in `\(label)*`"
        )
        return true
    }

    /// How a label arrives that is another one than was meant.
    private static func arrival(of text: String, as raw: ArraySlice<UInt8>) -> String {
        // Strings are equal where they are canonically equivalent: these bytes are others, and look the same.
        guard let arrived = String(validating: raw, as: UTF8.self), arrived == text else {
            return "arrives as `\(PrintableText.text(raw))`"
        }
        let isDecomposed = arrived.unicodeScalars.count > text.unicodeScalars.count
        let form = isDecomposed ? "decomposed (NFD)" : "in another normal form"
        return "arrives \(form), as `\(PrintableText.ascii(raw, limit: 80))`"
    }

    private mutating func note(_ writing: LabelEscaping, of label: String) {
        guard let text = writing.note else { return }
        switch writing {
        // RFC 7578 §2 allows it for filenames.
        case .percentEncoded where label == "filename", .percentSigns:
            weaknesses.append("the \(label) is written \(text)")
        case .percentEncoded, .singleQuoted, .extended, .extendedBesides, .unescaped:
            misreadings.append("the \(label) is written \(text)")
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
        let text = "the type `\(wanted)` " + (arrived.map { "arrives as `\($0)`" } ?? "is left out")
        if expected.isTypeFree {
            notes.append(text)
        } else if type.contains(where: \.isNewline) {
            // What is no type may be changed.
            weaknesses.append(text)
        } else {
            faults.append(text)
        }
    }

    private mutating func compareContent(_ digest: String) {
        let length = part.content.count
        guard let content = expected.contents.first(where: { $0.length == length && $0.digest == digest })
        else {
            let wanted = expected.contents.first?.length ?? 0
            let bytes = Quantity.of(length, "byte")
            let lengths =
                length == wanted
                ? "the length is right (\(bytes)), and the bytes are others"
                : "\(bytes) \(length == 1 ? "arrives" : "arrive") of \(Quantity.grouped(wanted))"
            return faults.append("the content of `\(Self.shown(expected.name))` is changed: \(lengths)")
        }
        if let note = content.note { notes.append(note) }
    }

    private static func lastSegment(of path: String, after separator: Unicode.Scalar) -> Substring.UTF8View {
        let index = path.unicodeScalars.lastIndex(of: separator)
        return path[(index.map(path.unicodeScalars.index(after:)) ?? path.startIndex)...].utf8
    }

    /// A type without blanks and in lowercase, in which parameters may be written.
    private static func plain(_ type: String) -> [UInt8] { type.lowercased().utf8.filter { $0 != 0x20 } }

    private static func shown(_ text: String) -> String { PrintableText.text(text, limit: 80) }
}
