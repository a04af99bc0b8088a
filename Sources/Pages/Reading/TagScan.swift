import Bytes

/// One tag in the bytes of a page (HTML standard, tokenization).
struct TagScan {
    /// The tag with its angle brackets.
    let range: Range<Int>
    /// The name in lowercase.
    let name: String
    /// The end of the name.
    let nameEnd: Int
    /// Whether a solidus stands before the closing angle bracket.
    let isSelfClosing: Bool
    /// The bytes of attributes beyond the limit; empty where there are none.
    let excess: Range<Int>

    /// Reads the tag whose name begins at `nameStart`; `nil` where the page ends in it.
    init?(_ bytes: [UInt8], from start: Int, nameStart: Int, attributeLimit: Int) {
        var place = nameStart
        func isDelimiter(_ byte: UInt8) -> Bool {
            byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
        }
        while place < bytes.count, !isDelimiter(bytes[place]) { place += 1 }
        nameEnd = place
        // No name that matters is longer.
        name = String(
            decoding: bytes[nameStart..<min(place, nameStart + 16)].map(\.lowercased),
            as: UTF8.self
        )
        var count = 0
        var excessStart: Int?
        while true {
            while place < bytes.count, bytes[place].isHTMLSpace || bytes[place] == UInt8(ascii: "/") {
                place += 1
            }
            guard place < bytes.count else { return nil }
            if bytes[place] == UInt8(ascii: ">") { break }
            if count == attributeLimit { excessStart = place }
            count += 1
            guard Self.passAttribute(bytes, &place) else { return nil }
        }
        range = start..<(place + 1)
        isSelfClosing = bytes[place - 1] == UInt8(ascii: "/")
        excess = (excessStart ?? place)..<place
    }

    /// Moves behind an attribute; false where the page ends in it.
    private static func passAttribute(_ bytes: [UInt8], _ place: inout Int) -> Bool {
        // An equals sign in front belongs to the name.
        place += 1
        while place < bytes.count, !bytes[place].isHTMLSpace, bytes[place] != UInt8(ascii: "/"),
            bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "=")
        {
            place += 1
        }
        while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
        guard place < bytes.count else { return false }
        guard bytes[place] == UInt8(ascii: "=") else { return true }
        place += 1
        while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
        guard place < bytes.count else { return false }
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            place += 1
            while place < bytes.count, bytes[place] != quote { place += 1 }
            guard place < bytes.count else { return false }
            place += 1
            return true
        }
        while place < bytes.count, !bytes[place].isHTMLSpace, bytes[place] != UInt8(ascii: ">") { place += 1 }
        return place < bytes.count
    }
}

extension UInt8 {
    /// A blank of HTML: tab, LF, FF, CR or space.
    var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

    /// An ASCII letter.
    var isHTMLLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
