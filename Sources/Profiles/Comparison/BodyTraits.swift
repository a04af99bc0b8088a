import Bytes
import Exchanges
import Forms

/// The traits of a form as a whole: the bytes around its parts, and its line endings.
struct BodyTraits {
    private let form: Form
    /// Whether the end of the body is not known.
    private let isOpenEnded: Bool
    /// Whether bytes follow the body, so that its declared length may have cut it.
    private let isFollowed: Bool

    /// Reads the form of a request; `nil` where there is none, or its bytes are not known.
    init?(_ request: ComparedRequest) {
        guard let form = request.form, request.exchange.fidelity > .text else { return nil }
        self.form = form
        isOpenEnded = request.isOpenEnded
        isFollowed = (request.exchange.request?.content.excessLength ?? 0) > 0
    }

    /// The traits, without those of single parts.
    var traits: [Trait] {
        let padding = form.delimiters.contains { !$0.padding.isEmpty } ? "some" : "none"
        let close = Trait(.body, "close delimiter", self.close, .mayMatter)
        let epilogue = Trait(.body, "after the close delimiter", self.epilogue, .mayMatter)
        return [
            Trait(.body, "before the first delimiter", preamble, .mayMatter),
            lines,
            Trait(.body, "on the line before a delimiter", precedents, .receiversDiffer),
            Trait(.body, "blanks after delimiters", padding, .receiversDiffer),
            isOpenEnded ? close.unknown() : close,
            // Without a close delimiter there is no epilogue.
            isOpenEnded || form.close == nil ? epilogue.unknown("–") : epilogue,
        ]
    }

    /// The line endings; unknown for a body without a line.
    private var lines: Trait {
        let ends = lineEnds
        let trait = Trait(.body, "lines end in", ends, .receiversDiffer)
        return ends.isEmpty ? trait.unknown("–") : trait
    }

    /// The endings of the lines that structure the form, by kind of line where they are not all the same.
    private var lineEnds: String {
        let parts = form.parts.lazy
        let kinds: [(name: String, endings: Set<LineEnding>)] = [
            ("contents", Set(form.delimiters.dropFirst().compactMap(\.precedent.ending))),
            ("delimiters", Set(parts.map(\.delimiter.ending))),
            ("header lines", Set(parts.flatMap { $0.header.lines.map(\.ending) })),
            ("blank lines", Set(parts.map(\.blankLine)).subtracting([.none])),
        ]
        let all = kinds.reduce(into: Set<LineEnding>()) { $0.formUnion($1.endings) }
        guard all.count > 1 else { return LineEnding.list(all) }
        return kinds.filter { !$0.endings.isEmpty }.map { "\($0.name): \(LineEnding.list($0.endings))" }
            .joined(separator: "; ")
    }

    private var close: String {
        switch form.close?.closeForm {
        case nil: isFollowed ? "none within the declared length" : "none"
        case .proper: "two dashes"
        case .oneDash: "one dash"
        case .extraDashes: "more than two dashes"
        case .spaced: "blanks before the dashes"
        case .blanksOnly: "blanks in place of the dashes"
        }
    }

    /// What precedes delimiters that are not at the start of a line, except the first one.
    private var precedents: String {
        let all = form.delimiters.dropFirst().map(\.precedent)
        let found = Delimiter.Precedent.irregular.filter(all.contains).compactMap(\.words)
        return found.isEmpty ? "nothing" : found.joined(separator: ", ")
    }

    /// All bytes before the first delimiter's dashes, including the line break that belongs to it.
    private var preamble: String {
        Self.words(form, 0..<(form.delimiters.first?.text.lowerBound ?? form.preamble.upperBound))
    }

    /// A line break is named only where the other lines end otherwise: that difference is one of the lines.
    private var epilogue: String {
        let words = Self.words(form, form.epilogue)
        return words == "CR LF" || (words == "LF" && lineEnds == "LF") ? "a line break" : words
    }

    /// A few bytes: their line breaks by name, or their number.
    private static func words(_ form: Form, _ range: Range<Int>) -> String {
        if range.isEmpty { return "nothing" }
        if range.count <= 8, let bytes = form.kept[range], bytes.allSatisfy(\.isLineBreak) {
            return bytes.map({ $0 == 0x0D ? "CR" : "LF" }).joined(separator: " ")
        }
        return range.count == 1 ? "1 byte" : "\(range.count) bytes"
    }
}

extension Delimiter.Precedent {
    /// The ways in which a delimiter may fail to begin its line.
    fileprivate static let irregular: [Delimiter.Precedent] = [
        .blanks, .dashes, .headerLine, .delimiterLine, .glued,
    ]

    /// What precedes the delimiter on its line, in words; `nil` for nothing.
    fileprivate var words: String? {
        switch self {
        case .bodyStart, .crlf, .lf, .cr, .crcrlf, .blankLine, .gap: nil
        case .blanks: "blanks"
        case .dashes: "further dashes"
        case .headerLine: "a header line"
        case .delimiterLine: "another delimiter"
        case .glued: "the content's last byte"
        }
    }

    /// The line break before the delimiter, `nil` where it has none of its own.
    fileprivate var ending: LineEnding? {
        switch self {
        case .crlf: .crlf
        case .lf: .lf
        case .cr: .cr
        case .crcrlf: .crcrlf
        case .bodyStart, .blanks, .dashes, .blankLine, .headerLine, .delimiterLine, .glued, .gap: nil
        }
    }
}
