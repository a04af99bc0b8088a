import Bytes
package import Forms

extension FileDamage {
    /// The fewest characters that prove damage.
    private static let fewest = 16

    /// Whether a content with control characters may be binary data that went through text: asked for every such file.
    ///
    /// What did not has bytes that are no UTF-8 among its first ones.
    package static func mayHideBinary(in opening: ArraySlice<UInt8>, _ features: ContentFeatures) -> Bool {
        guard features.has(.lowControl) else { return false }
        guard features.has(.nonASCII) else { return opening.contains(UInt8(ascii: "?")) }
        guard let first = opening.firstIndex(where: { $0 > 0x7F }) else { return true }
        let next = opening.index(after: first)
        return 0xC2...0xF4 ~= opening[first] && next < opening.endIndex && opening[next] & 0xC0 == 0x80
    }

    /// Recognizes what a layer for text did to binary data of any kind, by all of its first bytes.
    package init?(binary opening: ArraySlice<UInt8>) {
        guard opening.contains(where: { $0 < 0x09 }) else { return nil }
        var (marks, replaced, pairs, controls, others) = (0, 0, 0, 0, 0)
        var rest = opening
        while let byte = rest.first {
            let length: Int
            switch UTF8Character(rest) {
            case .ascii:
                if byte == UInt8(ascii: "?") { marks += 1 }
                length = 1
            case .replacement: (replaced, length) = (replaced + 1, 3)
            case .latin1(let isControl):
                pairs += 1
                if isControl { controls += 1 }
                length = 2
            case .windows1252(let count): (pairs, length) = (pairs + 1, count)
            case .other(let count): (others, length) = (others + 1, count)
            case .cut: length = rest.count
            case .none: return nil
            }
            rest = rest.dropFirst(length)
        }
        if replaced >= Self.fewest, replaced > pairs + others {
            self = .replaced
        } else if pairs >= Self.fewest, controls > 1, replaced + others == 0 {
            // Control characters from 80 to 9F are in no text.
            self = .encoded
        } else if replaced + pairs + others == 0, marks >= Self.fewest, marks * 5 > opening.count {
            self = .questionMarks
        } else {
            return nil
        }
    }
}

/// What a text in UTF-8 begins with.
private enum UTF8Character {
    /// A character of ASCII.
    case ascii
    /// U+FFFD.
    case replacement
    /// A character of Latin-1, of two bytes; whether it is a control character.
    case latin1(isControl: Bool)
    /// A character that Windows-1252 has in place of such a control character, of some bytes.
    case windows1252(Int)
    /// Another character, of some bytes.
    case other(Int)
    /// The beginning of a character.
    case cut
    /// No UTF-8.
    case none

    init(_ text: ArraySlice<UInt8>) {
        let start = text.startIndex
        guard let lead = text.first, lead > 0x7F else {
            self = .ascii
            return
        }
        let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        let rest = text.dropFirst().prefix(max(length, 1) - 1)
        guard length > 0, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            self = .none
            return
        }
        guard text.count >= length else {
            self = .cut
            return
        }
        let next = text[start + 1]
        switch lead {
        case 0xC2, 0xC3: self = .latin1(isControl: lead == 0xC2 && next < 0xA0)
        case 0xEF where next == 0xBF && text[start + 2] == 0xBD: self = .replacement
        case 0xC5, 0xC6, 0xCB: self = .windows1252(2)
        case 0xE2 where (0x80...0x84).contains(next): self = .windows1252(3)
        default: self = .other(length)
        }
    }
}
