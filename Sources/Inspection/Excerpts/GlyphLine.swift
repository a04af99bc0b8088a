/// A line of bytes as glyphs, including its line break.
package struct GlyphLine {
    /// The offset of the first byte.
    package var start: Int
    /// The glyphs.
    package var glyphs: [ByteGlyph]

    /// The offset after the last byte.
    package var end: Int { glyphs.last?.end ?? start }

    /// Splits bytes into lines after each LF; after each CR where there is no LF.
    package static func lines(of bytes: [UInt8], at offset: Int) -> [GlyphLine] {
        let lineBreak: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
        var lines: [GlyphLine] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: lineBreak).map { $0 + 1 } ?? bytes.count
            let glyphs = ByteGlyph.glyphs(of: bytes[start..<end], at: offset + start)
            lines.append(GlyphLine(start: offset + start, glyphs: glyphs))
            start = end
        }
        return lines
    }

    /// The index of the first glyph to draw, so that the byte at `offset` is visible with a third of the
    /// columns before it; 0 where it is visible anyway.
    package func firstShown(of offset: Int, columns: Int) -> Int {
        let place = glyphs.firstIndex { $0.end > offset } ?? glyphs.count
        let before = glyphs[..<place].reduce(0) { $0 + $1.columns }
        guard before + columns / 3 > columns else { return 0 }
        var room = place < glyphs.count ? columns / 3 : columns * 2 / 3
        var first = place
        while first > 0, glyphs[first - 1].columns <= room {
            room -= glyphs[first - 1].columns
            first -= 1
        }
        return first
    }
}
