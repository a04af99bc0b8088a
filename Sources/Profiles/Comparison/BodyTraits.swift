import Bytes
import Exchanges
import Forms

/// The traits of a form as a whole: what surrounds its parts, and how its lines end.
struct BodyTraits {
    private let form: Form
    /// Whether it is not known what the body ends in.
    private let isOpenEnded: Bool
    /// Whether bytes follow the body, so that its length may be what cut it.
    private let isFollowed: Bool

    /// Prepares for the form of a request; `nil` where there is none, or its bytes are not known.
    init?(_ request: ComparedRequest) {
        guard let form = request.form, request.exchange.fidelity > .text else { return nil }
        self.form = form
        isOpenEnded = request.isOpenEnded
        isFollowed = (request.exchange.request?.excessLength ?? 0) > 0
    }

    /// The traits, those of single parts left out.
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
            // Without a close delimiter there is nothing to come after it.
            isOpenEnded || form.close == nil ? epilogue.unknown("–") : epilogue,
        ]
    }

    /// How lines end; a body without a line says nothing of that.
    private var lines: Trait {
        let ends = lineEnds
        let trait = Trait(.body, "lines end in", ends, .receiversDiffer)
        return ends.isEmpty ? trait.unknown("–") : trait
    }

    /// What ends the lines that structure the form, a kind of lines at a time where they do not all end alike.
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

    /// What stands before delimiters that do not begin their line, the first one left out.
    private var precedents: String {
        let all = form.delimiters.dropFirst().map(\.precedent)
        let found = Delimiter.Precedent.irregular.filter(all.contains).compactMap(\.words)
        return found.isEmpty ? "nothing" : found.joined(separator: ", ")
    }

    /// All that stands before the first delimiter's dashes, the line break that belongs to it included.
    private var preamble: String {
        Self.words(form, 0..<(form.delimiters.first?.text.lowerBound ?? form.preamble.upperBound))
    }

    private var epilogue: String { Self.words(form, form.epilogue) }

    /// Bytes that should not be many: which line breaks they are, or how many bytes.
    private static func words(_ form: Form, _ range: Range<Int>) -> String {
        if range.isEmpty { return "nothing" }
        if range.count <= 8, let bytes = form.kept[range], bytes.allSatisfy(\.isLineBreak) {
            return bytes.map({ $0 == 0x0D ? "CR" : "LF" }).joined(separator: " ")
        }
        return range.count == 1 ? "1 byte" : "\(range.count) bytes"
    }
}

extension Delimiter.Precedent {
    /// What stands before delimiters that do not begin their line.
    fileprivate static let irregular: [Delimiter.Precedent] = [.blanks, .headerLine, .delimiterLine, .glued]

    /// What stands on the line, in words; `nil` where nothing does.
    fileprivate var words: String? {
        switch self {
        case .bodyStart, .crlf, .lf, .cr, .crcrlf, .blankLine, .gap: nil
        case .blanks: "blanks"
        case .headerLine: "a header line"
        case .delimiterLine: "another delimiter"
        case .glued: "the content's last byte"
        }
    }

    /// The line break before the delimiter, `nil` where there is none of its own.
    fileprivate var ending: LineEnding? {
        switch self {
        case .crlf: .crlf
        case .lf: .lf
        case .cr: .cr
        case .crcrlf: .crcrlf
        case .bodyStart, .blanks, .blankLine, .headerLine, .delimiterLine, .glued, .gap: nil
        }
    }
}
