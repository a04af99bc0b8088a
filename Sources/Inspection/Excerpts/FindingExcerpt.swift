/// The bytes around a finding in lines, with the offending ones marked beneath.
///
/// ```
///    |
/// 71 | --AaB03x␍␊
///    |         ^^
/// ```
package struct FindingExcerpt {
    /// The number of lines shown of a range that spans many.
    private static let markedLines = 3
    /// The greatest width of a line in columns, for readability.
    private static let widest = 100

    private let lines: [GlyphLine]
    private let marked: Range<Int>
    private let excerpt: Range<Int>
    private let beginsWhole: Bool

    /// Prepares the bytes around a finding.
    ///
    /// - Parameters:
    ///   - located: the finding; nothing is shown where no bytes around it were kept.
    ///   - origin: the offset of the first available byte, in the finding's place.
    package init(_ located: LocatedFinding, origin: Int) {
        excerpt = located.excerptOffset..<(located.excerptOffset + located.excerpt.count)
        marked = located.finding.range.clamped(to: excerpt)
        beginsWhole = excerpt.lowerBound <= origin
        let first = located.finding.range.lowerBound
        let isKept = excerpt.contains(first) || first == excerpt.upperBound
        lines = isKept ? GlyphLine.lines(of: located.excerpt, at: excerpt.lowerBound) : []
    }

    /// A line cut to the available width, split at its mark.
    package struct Line {
        /// The offset of the first byte shown.
        package var offset: Int
        /// The text before the mark; all of it where there is no mark.
        package var before = ""
        /// The marked text, empty for a position; `nil` where nothing is marked.
        package var marked: String?
        /// The text after the mark.
        package var after = ""
        /// Whether the line contains offending bytes.
        package var isTarget: Bool

        /// The whole text.
        package var text: String { before + (marked ?? "") + after }
    }

    /// The lines for a width in columns; empty where there are no bytes.
    package func lines(columns: Int) -> [Line] {
        guard let target, let shown else { return [] }
        return shown.map { line(lines[$0], columns: columns, isTarget: target.contains($0)) }
    }

    /// The rows to print, each without its line break; empty where there are no bytes.
    package func rows(_ style: TextStyle, ink: Ink) -> [String] {
        let lines = lines(columns: min(style.width, Self.widest) - gutter - 3)
        guard !lines.isEmpty else { return [] }
        let blank = style.paint(String(repeating: " ", count: gutter) + " |", .gutter)
        var rows = [blank]
        for line in lines {
            let offset = String(line.offset).padded(to: gutter, right: true)
            let number = style.paint(offset + " |", .gutter)
            rows.append("\(number) \(line.isTarget ? line.text : style.paint(line.text, .faint))")
            guard line.isTarget, let mark = line.marked else { continue }
            let caret = String(repeating: "^", count: max(mark.columns, 1)) + (marked.isEmpty ? " here" : "")
            let indent = String(repeating: " ", count: line.before.columns)
            rows.append("\(blank) \(indent)\(style.paint(caret, ink))")
        }
        return rows
    }

    /// The number of digits of the greatest offset shown, at least 1.
    package var gutter: Int {
        shown.map { String(max(lines[$0.upperBound].start, marked.lowerBound)).count } ?? 1
    }

    /// The marked lines and one more on either side.
    private var shown: ClosedRange<Int>? {
        target.map { max($0.lowerBound - 1, 0)...min($0.upperBound + 1, lines.count - 1) }
    }

    /// The lines with offending bytes, or the one where something is missing.
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

    /// A line cut to the available width, with the marked bytes visible.
    private func line(_ line: GlyphLine, columns: Int, isTarget: Bool) -> Line {
        let first = isTarget ? line.firstShown(of: marked.lowerBound, columns: columns) : 0
        let hasHead = !beginsWhole && line.start == excerpt.lowerBound
        let start = first < line.glyphs.count ? line.glyphs[first].offset : line.end
        var result = Line(offset: start, isTarget: isTarget)
        result.before = first > 0 || hasHead ? "…" : ""
        var column = result.before.columns
        for (index, glyph) in line.glyphs.enumerated().dropFirst(first) {
            if column + glyph.columns > columns - 1, index + 1 < line.glyphs.count {
                result.append("…", isMarked: false)
                break
            }
            let bytes = glyph.offset..<glyph.end
            if isTarget, marked.isEmpty, bytes.contains(marked.lowerBound) { result.marked = "" }
            result.append(visible(glyph, in: line, at: index), isMarked: isTarget && marked.overlaps(bytes))
            column += glyph.columns
        }
        if isTarget, result.marked == nil, marked.lowerBound >= (line.glyphs.last?.end ?? line.start) {
            result.marked = ""
        }
        return result
    }

    /// Shows a blank as a symbol where it is not visible: under a mark, and at the end of a line.
    private func visible(_ glyph: ByteGlyph, in line: GlyphLine, at index: Int) -> String {
        guard glyph.text == " " else { return glyph.text }
        let rest = line.glyphs[index...].drop { $0.text == " " || $0.text == "␉" }
        let isLast = rest.first.map { $0.text == "␍" || $0.text == "␊" } ?? true
        return isLast || marked.contains(glyph.offset) ? "␣" : " "
    }
}

extension FindingExcerpt.Line {
    /// Appends text: unmarked text before the first mark or after the last.
    fileprivate mutating func append(_ text: String, isMarked: Bool) {
        if isMarked {
            marked = (marked ?? "") + text
        } else if marked == nil {
            before += text
        } else {
            after += text
        }
    }
}
