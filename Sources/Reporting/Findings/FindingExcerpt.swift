import Inspection
import Pipeline

/// The lines of bytes around a finding, the offending ones marked beneath.
///
/// ```
///    |
/// 71 | --AaB03x␍␊
///    |         ^^
/// ```
struct FindingExcerpt {
    /// Lines shown of a range that spans many.
    private static let markedLines = 3
    /// The greatest number of columns of a line: more is hard to take in, however wide the terminal.
    private static let widest = 100

    private let lines: [GlyphLine]
    private let marked: Range<Int>
    private let excerpt: Range<Int>
    private let beginsWhole: Bool

    /// Takes the bytes around a finding.
    ///
    /// - Parameters:
    ///   - located: the finding; nothing is shown where no bytes around it were kept.
    ///   - origin: the offset of the first byte that there is, in the finding's place.
    init(_ located: LocatedFinding, origin: Int) {
        excerpt = located.excerptOffset..<(located.excerptOffset + located.excerpt.count)
        marked = located.finding.range.clamped(to: excerpt)
        beginsWhole = excerpt.lowerBound <= origin
        let first = located.finding.range.lowerBound
        let isKept = excerpt.contains(first) || first == excerpt.upperBound
        lines = isKept ? GlyphLine.lines(of: located.excerpt, at: excerpt.lowerBound) : []
    }

    /// The rows to print, each without its line break; none where there are no bytes.
    func rows(_ style: TextStyle, ink: Ink) -> [String] {
        guard let target, let shown else { return [] }
        let columns = min(style.width, Self.widest) - gutter - 3
        let blank = style.paint(String(repeating: " ", count: gutter) + " |", .gutter)
        var rows = [blank]
        for index in shown {
            let isMarked = target.contains(index)
            let window = window(of: lines[index], columns: columns, isMarked: isMarked)
            let offset = String(window.offset).padded(to: gutter, right: true)
            let number = style.paint(offset + " |", .gutter)
            rows.append("\(number) \(isMarked ? window.text : style.paint(window.text, .faint))")
            guard isMarked, let mark = window.mark else { continue }
            let caret = String(repeating: "^", count: max(mark.count, 1)) + (marked.isEmpty ? " here" : "")
            let indent = String(repeating: " ", count: mark.lowerBound)
            rows.append("\(blank) \(indent)\(style.paint(caret, ink))")
        }
        return rows
    }

    /// The digits of the greatest offset that is shown, at least 1.
    var gutter: Int {
        shown.map { String(max(lines[$0.upperBound].start, marked.lowerBound)).count } ?? 1
    }

    /// The marked lines and one more on either side.
    private var shown: ClosedRange<Int>? {
        target.map { max($0.lowerBound - 1, 0)...min($0.upperBound + 1, lines.count - 1) }
    }

    /// The lines that hold offending bytes, or the one in which something is missing.
    private var target: ClosedRange<Int>? {
        guard let first = lines.lastIndex(where: { $0.start <= marked.lowerBound }) else { return nil }
        var last = first
        while last + 1 < lines.count, last - first + 1 < Self.markedLines,
            lines[last + 1].start < marked.upperBound
        {
            last += 1
        }
        return first...last
    }

    /// A line as far as there is room for it.
    private struct Window {
        /// The offset of the first byte that is shown.
        var offset: Int
        var text: String
        /// The columns that are marked, `nil` for none.
        var mark: Range<Int>?
    }

    /// As much of a line as there is room for, the marked bytes in sight.
    private func window(of line: GlyphLine, columns: Int, isMarked: Bool) -> Window {
        let first = isMarked ? line.firstShown(of: marked.lowerBound, columns: columns) : 0
        let hasHead = !beginsWhole && line.start == excerpt.lowerBound
        var text = first > 0 || hasHead ? "…" : ""
        var column = text.columns
        var mark: Range<Int>?
        for (index, glyph) in line.glyphs.enumerated().dropFirst(first) {
            if column + glyph.columns > columns - 1, index + 1 < line.glyphs.count {
                text += "…"
                break
            }
            let bytes = glyph.offset..<glyph.end
            let isIn = marked.isEmpty ? bytes.contains(marked.lowerBound) : marked.overlaps(bytes)
            if isIn {
                let end = marked.isEmpty ? column : column + glyph.columns
                mark = (mark?.lowerBound ?? column)..<end
            }
            text += visible(glyph, in: line, at: index)
            column += glyph.columns
        }
        if mark == nil, marked.lowerBound >= (line.glyphs.last?.end ?? line.start) { mark = column..<column }
        let start = first < line.glyphs.count ? line.glyphs[first].offset : line.end
        return Window(offset: start, text: text, mark: mark)
    }

    /// A blank is drawn where it would be overlooked: under a mark, and at a line's end.
    private func visible(_ glyph: ByteGlyph, in line: GlyphLine, at index: Int) -> String {
        guard glyph.text == " " else { return glyph.text }
        let rest = line.glyphs[index...].drop { $0.text == " " || $0.text == "␉" }
        let isLast = rest.first.map { $0.text == "␍" || $0.text == "␊" } ?? true
        return isLast || marked.contains(glyph.offset) ? "␣" : " "
    }
}
