import Bytes

/// The form that was meant, held against the one that a receiver read.
///
/// The order of fields does not matter: many receivers keep texts and files apart. Fields are matched by what they have
/// in common: first in everything, then in name and content, in the name, in the content.
package struct ReadingComparison {
    /// What is different; empty where the form was read as it was meant.
    package private(set) var effects: [ReadingEffect] = []

    private var meant: [ReadField]
    private var read: [ReadField]
    private let contents: ContentSearch
    private let hasFilenames: Bool

    /// Compares.
    ///
    /// - Parameters:
    ///   - meant: the form that was meant; `nil` where the bytes do not tell.
    ///   - read: the fields that were read.
    ///   - body: the body that was sent.
    ///   - hasFilenames: whether the filenames that were read are known.
    ///   - absence: what is said of a field that is not among those that were meant.
    package init(
        meant: [ReadField]?,
        read: [ReadField],
        of body: [UInt8],
        hasFilenames: Bool = true,
        absence: String = "that was not meant"
    ) {
        self.meant = meant ?? []
        self.read = read
        self.hasFilenames = hasFilenames
        contents = ContentSearch(body)
        guard let meant else {
            guard !read.isEmpty else { return }
            let list = read.map { "\(Self.name(of: $0)) (\(Quantity.of($0.length, "byte")))" }
            add(
                .guesses,
                "reads \(list.joined(separator: ", ")), where it cannot be known what was meant"
            )
            return
        }
        match({ meant, read in
            meant.name == read.name && meant.hasContent(of: read)
                && (!hasFilenames || meant.hasFilename(of: read))
        })
        match({ $0.name == $1.name && $0.hasContent(of: $1) }) { $0.compareFiles($1.meant, $1.read) }
        match({ $0.name == $1.name }) { comparison, pair in
            comparison.compareContents(pair.meant, pair.read)
            comparison.compareFiles(pair.meant, pair.read)
        }
        match({ $0.hasContent(of: $1) && ($0.length > 0 || $1.name == nil) }) { comparison, pair in
            comparison.compareNames(pair.meant, pair.read)
            comparison.compareFiles(pair.meant, pair.read)
        }
        for field in self.meant { lose(field, whole: meant, read) }
        for field in self.read {
            add(.adds, "reads a \(Self.noun(field)) \(Self.name(of: field)) \(absence)")
        }
    }

    // MARK: Matching

    private mutating func match(
        _ isMatch: (ReadField, ReadField) -> Bool,
        _ note: (inout ReadingComparison, (meant: ReadField, read: ReadField)) -> Void = { _, _ in }
    ) {
        var rest: [ReadField] = []
        for field in meant {
            guard let index = read.firstIndex(where: { isMatch(field, $0) }) else {
                rest.append(field)
                continue
            }
            note(&self, (field, read.remove(at: index)))
        }
        meant = rest
    }

    // MARK: Differences

    private mutating func compareFiles(_ meant: ReadField, _ read: ReadField) {
        guard hasFilenames, !meant.hasFilename(of: read) else { return }
        let name = Self.name(of: meant)
        switch (meant.file, read.file) {
        case (let file?, nil): add(.changesKind, "gives the file \(name) (\(Self.shown(file))) as a text")
        case (nil, let file?): add(.changesKind, "gives the text \(name) as a file, \(Self.shown(file))")
        case (let file?, let other?):
            add(.changesFilename, "calls the file \(Self.shown(file)) \(Self.shown(other))")
        default: break
        }
    }

    private mutating func compareNames(_ meant: ReadField, _ read: ReadField) {
        let isNamed = read.name?.isEmpty == false
        let new = isNamed ? "under the name \(Self.name(of: read))" : Self.name(of: read)
        add(.renames, "reads the \(Self.noun(meant)) \(Self.name(of: meant)) \(new)")
    }

    private mutating func compareContents(_ meant: ReadField, _ read: ReadField) {
        guard !meant.hasContent(of: read) else { return }
        let lengths =
            meant.length == read.length
            ? "other bytes, \(read.length) as before"
            : "\(Quantity.of(read.length, "byte")) in place of \(meant.length)"
        add(.changesContent, "reads another content of \(Self.name(of: meant)): \(lengths)")
    }

    private mutating func lose(_ field: ReadField, whole: [ReadField], _ all: [ReadField]) {
        let host = all.first { other in
            guard other.length > field.length, field.length > 0 else { return false }
            let isMeant = whole.contains { $0.name == other.name && $0.hasContent(of: other) }
            guard !isMeant, let range = contents.range(of: other) else { return false }
            return contents.holdsHeader(of: field, in: range)
        }
        let noun = "\(Self.noun(field)) \(Self.name(of: field))"
        if let host {
            add(.merges, "loses the \(noun): its bytes are in the content of \(Self.name(of: host))")
        } else {
            add(.loses, "loses the \(noun)")
        }
    }

    private mutating func add(_ kind: ReadingEffect.Kind, _ text: String) {
        effects.append(ReadingEffect(kind: kind, text: text))
    }

    // MARK: Words

    private static func noun(_ field: ReadField) -> String { field.file == nil ? "field" : "file" }

    /// The name in quotes.
    private static func name(of field: ReadField) -> String {
        field.name.map { $0.isEmpty ? "with an empty name" : shown($0) } ?? "without a name"
    }

    private static func shown(_ text: String) -> String { "'\(PrintableText.text(text, limit: 60))'" }
}
