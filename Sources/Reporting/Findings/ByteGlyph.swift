import Bytes

/// Bytes that are drawn together, and what is drawn for them.
struct ByteGlyph {
    /// The offset of the first byte.
    var offset: Int
    /// How many bytes are drawn.
    var length: Int
    /// What is drawn, fit to be shown.
    var text: String
    /// How many columns it takes.
    var columns: Int

    /// The offset after the last byte.
    var end: Int { offset + length }

    /// The glyphs of bytes: one a character of UTF-8, one a byte that is none.
    ///
    /// - Parameters:
    ///   - bytes: what to draw.
    ///   - offset: the offset of the first of them.
    /// - Returns: the glyphs, in order; joined their ranges are that of the bytes.
    static func glyphs(of bytes: ArraySlice<UInt8>, at offset: Int) -> [ByteGlyph] {
        var glyphs: [ByteGlyph] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let length = characterLength(bytes[index...])
            let text = PrintableText.text(bytes[index..<(index + length)])
            let place = offset + index - bytes.startIndex
            glyphs.append(ByteGlyph(offset: place, length: length, text: text, columns: text.columns))
            index += length
        }
        return glyphs
    }

    /// The number of bytes of the character of UTF-8 at the beginning of `bytes`; 1 where there is none.
    private static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int {
        let length =
            switch bytes.first ?? 0 {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, bytes.count >= length else { return 1 }
        return String(validating: bytes.prefix(length), as: UTF8.self) == nil ? 1 : length
    }
}
