import Bytes
import Exchanges
import Forms
import Inspection

/// Explains a wrong length: by one fault or, where no single one fits, by two together.
struct LengthArithmetic {
    /// The explanation; empty where nothing fits.
    private(set) var faults: [LengthFault] = []

    /// Tries the explanations, the most specific first.
    init(_ context: borrowing RuleContext, declared: Int, actual: Int) {
        let difference = actual &- declared
        defer {
            if faults.isEmpty, difference.magnitude == 2 {
                faults = [LengthFault(kind: .two, bytes: difference)]
            }
            if faults.isEmpty, difference.magnitude == 1 {
                faults = [LengthFault(kind: .one, bytes: difference)]
            }
        }
        guard let form = context.form, let request = context.request, form.gaps.isEmpty else { return }
        guard context.contentCoding.isEmpty else {
            if form.length == declared { faults = [LengthFault(kind: .uncompressed, bytes: difference)] }
            return
        }
        if Self.ends(form, declared, beforeContentOfItsSize: request.content.excess) {
            faults = [LengthFault(kind: .contents("the content of one part"), bytes: difference)]
            return
        }
        guard request.content.excess.count == request.content.excessLength,
            let pieces = LengthPieces(form, excess: request.content.excess), pieces.total == actual
        else { return }
        let isSwift = Sender(context.fields) == .apple
        var explanation = LengthExplanation(pieces: pieces, declared: declared, isSwift: isSwift)
        faults = explanation.faults()
    }

    /// Whether the part at whose content the framed bytes end has exactly as many bytes as were declared.
    ///
    /// `content` bytes stand before that content, so its end is as many bytes after the framed bytes.
    private static func ends(_ form: Form, _ declared: Int, beforeContentOfItsSize excess: [UInt8]) -> Bool {
        guard form.ending == .inContent, let last = form.parts.last, declared > 0 else { return false }
        let after = excess.dropFirst(last.content.lowerBound)
        return after.starts(with: [0x0D, 0x0A]) && after.dropFirst(2).starts(with: form.delimiterText)
    }
}

/// The faults that together make a declared length of the pieces of a form.
///
/// ```
///   declared = text in some unit + files in bytes − pieces that were not counted
/// ```
private struct LengthExplanation {
    let pieces: LengthPieces
    let declared: Int
    let isSwift: Bool
    /// Measured where no explanation fits that needs less.
    private lazy var text = TextMeasure(pieces.text)

    init(pieces: LengthPieces, declared: Int, isSwift: Bool) {
        (self.pieces, self.declared, self.isSwift) = (pieces, declared, isSwift)
    }

    private var missing: Int { pieces.total - declared }

    /// Finds them; empty where nothing fits.
    mutating func faults() -> [LengthFault] {
        if let fault = contents ?? closing ?? wholeBody ?? units() ?? omissions { return [fault] }
        return pairs() ?? subset.map { [$0] } ?? []
    }

    /// The sizes of contents that are sums of parts which belong together.
    private var contents: LengthFault? {
        guard declared > 0, missing > 0 else { return nil }
        let sizes = pieces.contents.map(\.count)
        if sizes.contains(declared) { return contents("the content of one part") }
        guard sizes.count > 1 else { return nil }
        if sizes.reduce(0, +) == declared { return contents("the contents of all parts together") }
        if pieces.contents.count(where: \.isFile) > 1, pieces.fileBytes == declared {
            return contents("the contents of all files together")
        }
        return nil
    }

    /// Any other sum of contents, as long as one set of parts alone has it and it is most of what was sent.
    private var subset: LengthFault? {
        let parts = pieces.contents.enumerated().filter { $0.element.count > 0 }
        let all = parts.map(\.element.count).reduce(0, +)
        guard (3...12).contains(parts.count), declared > all / 2, declared < all else { return nil }
        var found: [Int]?
        for set in 1..<(1 << parts.count) {
            let chosen = parts.enumerated().filter { set & (1 << $0.offset) != 0 }.map(\.element)
            guard chosen.count > 1, chosen.map(\.element.count).reduce(0, +) == declared else { continue }
            guard found == nil else { return nil }
            found = chosen.map { $0.offset + 1 }
        }
        guard let found, let last = found.last else { return nil }
        let numbers = found.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
        return contents("the contents of parts \(numbers) together")
    }

    private func contents(_ words: String) -> LengthFault {
        LengthFault(kind: .contents(words), bytes: missing)
    }

    private var closing: LengthFault? {
        guard missing > 0, pieces.closings.contains(where: { $0.bytes == missing }) else { return nil }
        return LengthFault(kind: .closeDelimiter, bytes: missing)
    }

    /// The whole body counted in another unit, files too.
    private var wholeBody: LengthFault? {
        guard let whole = pieces.whole else { return nil }
        return unit(TextMeasure(Array(whole)), isBesideFiles: false)
    }

    /// The text counted in another unit, files in bytes.
    private mutating func units() -> LengthFault? {
        pieces.fileBytes > 0 ? unit(text, isBesideFiles: true) : nil
    }

    /// Line ends or other pieces that were not counted.
    private var omissions: LengthFault? {
        guard missing > 2 else { return nil }
        return uncounted.first { $0.bytes == missing }
    }

    private var uncounted: [LengthFault] {
        let ends = pieces.leadBytes + pieces.delimiterEndBytes
        let leads = pieces.leadBytes / 2
        return [
            LengthFault(
                kind: .withoutLineEnds("none of the \(pieces.lineEnds) CRLF between the contents is counted"),
                bytes: 2 * pieces.lineEnds
            ),
            LengthFault(
                kind: .withoutLineEnds("the CRLF before each of \(leads) delimiters is not counted"),
                bytes: leads > 1 ? pieces.leadBytes : 0
            ),
            LengthFault(kind: .uncounted(fileWords), bytes: pieces.fileBytes),
            LengthFault(kind: .uncounted("the header lines of the parts"), bytes: pieces.headerBytes),
            LengthFault(
                kind: .uncounted("the text of the \(pieces.delimiters) delimiters"),
                bytes: pieces.delimiterBytes
            ),
            LengthFault(
                kind: .uncounted("the \(pieces.delimiters) delimiters and their line ends"),
                bytes: pieces.delimiterBytes + ends
            ),
        ]
    }

    private var fileWords: String {
        let files = pieces.contents.filter(\.isFile)
        guard files.count == 1, let file = files.first else { return "the contents of \(files.count) files" }
        return "the content of \(file.words)"
    }

    /// Two faults at once: a count of characters, or a file that was left out, and no close delimiter.
    private mutating func pairs() -> [LengthFault]? {
        guard missing > 0 else { return nil }
        var endings = pieces.closings.map {
            (kind: LengthFault.Kind.closeDelimiter, bytes: $0.bytes, ends: $0.lineEnds)
        }
        if pieces.fileBytes > 0 { endings.append((.uncounted(fileWords), pieces.fileBytes, 0)) }
        for ending in endings {
            if pieces.fileBytes > 0, ending.kind == .closeDelimiter,
                missing == pieces.fileBytes + ending.bytes
            {
                return [
                    LengthFault(kind: .uncounted(fileWords), bytes: pieces.fileBytes),
                    LengthFault(kind: ending.kind, bytes: ending.bytes),
                ]
            }
            for (unit, units) in text.units
            where units < text.bytes && (unit != TextMeasure.clusters || isSwift) {
                // A CRLF that was left out with the close delimiter is not counted as one character either.
                let ends = unit == TextMeasure.clusters ? ending.ends : 0
                let lost = text.bytes - units - ends
                guard lost > 0, missing == lost + ending.bytes else { continue }
                return [
                    fault(unit, units: units, text, isBesideFiles: pieces.fileBytes > 0, bytes: lost),
                    LengthFault(kind: ending.kind, bytes: ending.bytes),
                ]
            }
        }
        return nil
    }

    private func unit(_ measure: TextMeasure, isBesideFiles: Bool) -> LengthFault? {
        let counted = measure.bytes - missing
        // Line ends are counted before grapheme clusters, of which CRLF is one, unless the client is Swift's.
        for (unit, units) in measure.units where unit != TextMeasure.clusters && units == counted {
            guard units < measure.bytes else { continue }
            return fault(unit, units: units, measure, isBesideFiles: isBesideFiles, bytes: missing)
        }
        if measure.lineEnds > 1, counted == measure.bytes - measure.lineEnds, !(measure.isASCII && isSwift) {
            return LengthFault(kind: .lineEnds(measure.lineEnds), bytes: missing)
        }
        if measure.loneFeeds > 1, counted == measure.bytes + measure.loneFeeds, !measure.units.isEmpty {
            return LengthFault(kind: .lineEnds(measure.loneFeeds), bytes: missing)
        }
        // A single line end is a byte like any other.
        guard missing > 0, measure.lineEnds != 1 || !measure.isASCII || isSwift,
            let clusters = measure.units.first(where: { $0.unit == TextMeasure.clusters }),
            clusters.units == counted
        else { return nil }
        return fault(
            clusters.unit,
            units: clusters.units,
            measure,
            isBesideFiles: isBesideFiles,
            bytes: missing
        )
    }

    private func fault(
        _ unit: String,
        units: Int,
        _ measure: TextMeasure,
        isBesideFiles: Bool,
        bytes: Int
    ) -> LengthFault {
        var count = LengthFault.TextCount(
            unit: unit,
            units: units,
            bytes: measure.bytes,
            isBesideFiles: isBesideFiles
        )
        guard unit == TextMeasure.clusters else { return LengthFault(kind: .characters(count), bytes: bytes) }
        guard measure.lineEnds == 0 else { return LengthFault(kind: .graphemes(count), bytes: bytes) }
        count.unit = "characters"
        return LengthFault(kind: .characters(count), bytes: bytes)
    }
}
