import Inspection

/// Dashes that an editor or a text field has put in the place of hyphens.
enum TypographicDashes {
    /// A hyphen and the typographic dashes (U+2010 to U+2015, U+2212), in UTF-8.
    private static let dashes: [[UInt8]] =
        [[0x2D], [0xE2, 0x88, 0x92]] + (0x90...0x95).map { [0xE2, 0x80, $0] }

    /// How to write none.
    static let hint =
        "Write the dashes of the delimiter as hyphens (U+002D): an editor or a text field has put typographic dashes in "
        + "their place."

    /// A text without the dashes of all kinds at its beginning.
    static func dropFirst(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let dash = dashes.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(dash.count) }
        return rest
    }

    /// A text without the dashes of all kinds at its end.
    static func dropLast(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let dash = dashes.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
            rest = rest.dropLast(dash.count)
        }
        return rest
    }

    /// Whether a line is a boundary with dashes before it and after it, of which not all are hyphens.
    static func surround(_ boundary: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Bool {
        let core = dropLast(dropFirst(line))
        return core.elementsEqual(boundary)
            && (line.prefix(core.startIndex - line.startIndex).contains(0xE2)
                || line.suffix(line.endIndex - core.endIndex).contains(0xE2))
    }
}
