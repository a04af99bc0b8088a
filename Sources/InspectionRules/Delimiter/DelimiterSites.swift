import Bytes
import Forms
import Inspection

/// A delimiter of a form, and the parts on either side of it.
struct DelimiterSite {
    /// The delimiter.
    let delimiter: Delimiter
    /// The index in `Form.parts` of the part that it begins; `nil` where it begins none.
    let beginning: Int?
    /// The index in `Form.parts` of the last part before it; `nil` where there is none.
    let preceding: Int?
    /// Whether no other delimiter precedes it.
    let isFirst: Bool
}

/// The delimiters that structure a form, one after the other without a copy of them all: those of the parts, those
/// that begin none, and the close delimiter.
struct DelimiterSites: Sequence, IteratorProtocol {
    /// The most findings that a rule gives where each delimiter costs another field: more would not be read.
    static let reported = 16

    private let parts: [BodyPart]
    private let empty: [Delimiter]
    private let close: Delimiter?
    private var partIndex = 0
    private var emptyIndex = 0
    private var hasGivenClose = false
    private var isFirst = true

    /// The delimiters of a form.
    init(_ form: Form) {
        parts = form.parts
        empty = form.emptyDelimiters
        close = form.close
    }

    /// The next delimiter in the order of offsets; `nil` after the close delimiter.
    mutating func next() -> DelimiterSite? {
        let preceding = partIndex > 0 ? partIndex - 1 : nil
        let wasFirst = isFirst
        isFirst = false
        if emptyIndex < empty.count,
            partIndex == parts.count
                || empty[emptyIndex].text.lowerBound < parts[partIndex].delimiter.text.lowerBound
        {
            defer { emptyIndex += 1 }
            return DelimiterSite(
                delimiter: empty[emptyIndex],
                beginning: nil,
                preceding: preceding,
                isFirst: wasFirst
            )
        }
        if partIndex < parts.count {
            defer { partIndex += 1 }
            return DelimiterSite(
                delimiter: parts[partIndex].delimiter,
                beginning: partIndex,
                preceding: preceding,
                isFirst: wasFirst
            )
        }
        guard let close, !hasGivenClose else { return nil }
        hasGivenClose = true
        return DelimiterSite(delimiter: close, beginning: nil, preceding: preceding, isFirst: wasFirst)
    }
}

extension DelimiterSite {
    /// Blanks in words: how many, and of which kind.
    static func words(forBlanks bytes: ArraySlice<UInt8>) -> String {
        let tabs = bytes.count { $0 == 0x09 }
        switch (bytes.count - tabs, tabs) {
        case (1, 0): return "a space"
        case (0, 1): return "a tab"
        case (let spaces, 0): return "\(spaces) spaces"
        case (0, let tabs): return "\(tabs) tabs"
        default: return "\(bytes.count) spaces and tabs"
        }
    }
}

extension Form {
    /// A delimiter in words: by the part that it begins or ends.
    func words(for site: DelimiterSite) -> String {
        if let index = site.beginning { return "the delimiter of part \(parts[index].number)" }
        return site.delimiter.isClose ? "the close delimiter" : "a delimiter that begins no part"
    }

    /// The number of the part that a delimiter begins or, where it begins none, of the part before it.
    func partNumber(at site: DelimiterSite) -> Int? {
        (site.beginning ?? site.preceding).map { parts[$0].number }
    }

    /// The part that a delimiter begins, in words.
    func begunField(at site: DelimiterSite) -> String {
        site.beginning.map { parts[$0].words } ?? "what follows"
    }

    /// The part before a delimiter, in words.
    func precedingField(at site: DelimiterSite) -> String {
        site.preceding.map { parts[$0].words } ?? "the preamble"
    }
}

extension BodyPart {
    /// The part in words: the name of its field, or its number where it has none.
    var words: String {
        guard let name, !name.isEmpty else { return "part \(number)" }
        return "\(isFile ? "file field" : "field") `\(PrintableText.text(name, limit: 60))`"
    }
}

extension Form {
    /// Whether all delimiter lines end in LF, as in a body that was written with such line ends throughout.
    ///
    /// Then Go takes LF for the line end, and most others refuse the form at its first line.
    var endsDelimitersInLF: Bool {
        DelimiterSites(self).allSatisfy { site in
            site.delimiter.ending == .lf || (site.delimiter.isClose && site.delimiter.ending == .none)
        }
    }
}
