/// One line of bytes and its line ending.
package struct PhysicalLine: Sendable {
    /// The offset of its first byte.
    package let start: Int
    /// The offset after its last byte of text.
    package let textEnd: Int
    /// What ends it; `.none` where the bytes end first.
    package let ending: LineEnding

    /// The offset after the line ending.
    package var end: Int { textEnd + ending.length }

    /// Makes a line with a known place.
    init(start: Int, textEnd: Int, ending: LineEnding) {
        self.start = start
        self.textEnd = textEnd
        self.ending = ending
    }

    /// Finds the line that begins at `start`.
    ///
    /// - Parameters:
    ///   - bytes: where to look.
    ///   - start: the offset of the line's first byte.
    ///   - bareCREndsLines: whether a CR that no LF follows ends the line.
    package init(in bytes: Span<UInt8>, from start: Int, bareCREndsLines: Bool = false) {
        self.start = start
        let raw = bytes.bytes
        let feed = raw.firstLineFeed(from: start)
        if bareCREndsLines, let bare = Self.bareCR(in: raw, from: start, to: feed ?? bytes.count) {
            textEnd = bare
            ending = .cr
            return
        }
        guard let feed else {
            textEnd = bytes.count
            ending = .none
            return
        }
        let hasCR = feed > start && raw.byte(feed - 1) == 0x0D
        let hasTwo = hasCR && feed > start + 1 && raw.byte(feed - 2) == 0x0D
        textEnd = feed - (hasTwo ? 2 : hasCR ? 1 : 0)
        ending = hasTwo ? .crcrlf : hasCR ? .crlf : .lf
    }

    /// The first CR in a line that is not part of a CR LF or CR CR LF at its end.
    private static func bareCR(in bytes: RawSpan, from start: Int, to end: Int) -> Int? {
        guard let first = (start..<end).first(where: { bytes.byte($0) == 0x0D }) else { return nil }
        let isFed = end < bytes.byteCount
        if isFed, first == end - 1 || (first == end - 2 && bytes.byte(end - 1) == 0x0D) { return nil }
        return first
    }
}
