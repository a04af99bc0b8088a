import Bytes

/// Bytes that are drawn together, and their text.
package struct ByteGlyph {
    /// The offset of the first byte.
    package var offset: Int
    /// The number of bytes.
    package var length: Int
    /// The text to draw, escaped for display.
    package var text: String
    /// Its width in columns.
    package var columns: Int

    /// The offset after the last byte.
    package var end: Int { offset + length }

    /// The glyphs of bytes: one for each UTF-8 character, and one for each byte that is not valid UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to draw.
    ///   - offset: the offset of the first of them.
    /// - Returns: the glyphs, in order; together their ranges cover the bytes.
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

    /// The length in bytes of the UTF-8 character at the beginning of `bytes`; 1 where there is none.
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
