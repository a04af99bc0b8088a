import Bytes

/// The delimiter text found in a body without knowing what Content-Type declares.
///
/// A line counts as a delimiter where the next line is a part's header line (`Content-…:`): beginning with
/// dashes is not enough.
package struct ObservedBoundary: Hashable, Sendable {
    /// The whole delimiter text, usually two dashes and the boundary.
    package var text: [UInt8]
    /// The offset of its first byte in the body.
    package var offset: Int

    /// The boundary: the text without two leading dashes; the whole text where it has none.
    package var boundary: [UInt8] {
        text.starts(with: [0x2D, 0x2D]) ? Array(text.dropFirst(2)) : text
    }

    /// Searches the first bytes of a body for a delimiter line.
    ///
    /// - Parameters:
    ///   - opening: the first bytes of the body.
    ///   - declared: the declared boundaries; a line that is one of them without dashes counts as a
    ///     delimiter.
    package init?(in opening: [UInt8], declared: [[UInt8]] = []) {
        let span = opening.span
        let bareCREndsLines = !opening.contains(0x0A) && opening.contains(0x0D)
        var start = 0
        while start < opening.count {
            let line = PhysicalLine(in: span, from: start, bareCREndsLines: bareCREndsLines)
            guard line.ending != .none else { return nil }
            let text = Self.trimmed(opening[line.start..<line.textEnd])
            let next = opening[line.end...].prefix(64)
            if !text.isEmpty, text.count <= 1024, Self.beginsHeader(next) {
                if text.starts(with: [0x2D, 0x2D]) || declared.contains(where: { $0.elementsEqual(text) }) {
                    self.text = Array(text)
                    offset = text.startIndex
                    return
                }
                // A byte order mark or stray bytes before the dashes belong to the preamble, not the
                // boundary.
                if start == 0, let dashes = Self.firstDashes(in: text) {
                    self.text = Array(opening[dashes..<text.endIndex])
                    offset = dashes
                    return
                }
            }
            start = line.end
        }
        return nil
    }

    /// Whether the line is a delimiter made of `text`, possibly with stray bytes around it.
    ///
    /// Dashes before the text are not stray: a body whose lines have more dashes than declared has another
    /// boundary.
    func isReading(of text: [UInt8]) -> Bool {
        if self.text.starts(with: text) { return true }
        guard self.text.count > text.count, self.text.suffix(text.count).elementsEqual(text) else {
            return false
        }
        return !self.text.dropLast(text.count).allSatisfy { $0 == 0x2D }
    }

    private static func beginsHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        let trimmed = bytes.drop { $0.isBlank }
        return trimmed.startsIgnoringCase(with: "content-disposition")
            || trimmed.startsIgnoringCase(with: "content-type")
    }

    private static func firstDashes(in text: ArraySlice<UInt8>) -> Int? {
        text.indices.dropLast().first { text[$0] == 0x2D && text[$0 + 1] == 0x2D }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result = text.drop { $0.isBlank }
        while let last = result.last, last.isBlank { result.removeLast() }
        return result
    }
}
