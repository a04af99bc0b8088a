/// UTF-8 that comes in pieces as text: a character that a piece cuts waits for its rest.
struct TextPieces {
    /// The first bytes of a character of which the others have not come.
    private var cut: [UInt8] = []

    /// The text of a piece, with what was left of the one before it.
    mutating func next(_ bytes: [UInt8]) -> String {
        let text = cut + bytes
        let start = text.indices.suffix(3).last { text[$0] >= 0xC0 } ?? text.endIndex
        let isCut = start < text.endIndex && start + Self.width(of: text[start]) > text.endIndex
        cut = isCut ? Array(text[start...]) : []
        return String(decoding: text[..<(isCut ? start : text.endIndex)], as: UTF8.self)
    }

    /// What is left after the last piece: replacement characters stand for a character without an end.
    mutating func end() -> String {
        defer { cut = [] }
        return String(decoding: cut, as: UTF8.self)
    }

    /// The length of the character of UTF-8 that begins with a byte.
    private static func width(of byte: UInt8) -> Int { byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2 }
}
