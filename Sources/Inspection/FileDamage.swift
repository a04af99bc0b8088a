import Bytes
package import Forms

/// What a layer that handles text did to a file, by the first bytes of what arrived.
package enum FileDamage: Hashable {
    /// Each byte from 80 on was read as a character of Latin-1 or Windows-1252 and written as UTF-8.
    case encoded
    /// Bytes that are not valid UTF-8 became U+FFFD.
    case replaced
    /// Bytes from 80 on became question marks.
    case questionMarks
    /// Line ends were converted.
    case lineEnds
    /// The highest bit of each byte was taken off.
    case sevenBits
    /// The bytes are written as numbers, in text.
    case numbers
    /// Each byte became a character of two bytes, in either order, as a string of UTF-16 has them.
    case widened
    /// It ends at the first NUL.
    case cutAtNul
    /// It ends at the first 1A, where text files ended in DOS.
    case cutAtEndOfText
    /// It ends at the first line end.
    case cutAtLineEnd

    /// Whether the bytes show it beyond doubt; a file of a few bytes may have been made so.
    package var isProven: Bool {
        switch self {
        case .encoded, .replaced, .questionMarks, .lineEnds, .sevenBits, .numbers, .widened: true
        case .cutAtNul, .cutAtEndOfText, .cutAtLineEnd: false
        }
    }

    /// Whether enough of a kind is left in a content to tell it by that alone.
    ///
    /// U+FFFD may stand in any text: it must stand where the kind has its bytes from 80 on.
    package func isNear(the kind: FileSignature, in opening: ArraySlice<UInt8>) -> Bool {
        guard self == .replaced else { return true }
        let mark: [UInt8] = [0xEF, 0xBF, 0xBD]
        return switch kind {
        case .pdf: opening.starts(with: "%PDF-".utf8)
        case .png: opening.starts(with: mark + Array("PNG".utf8))
        case .jpeg: opening.starts(with: mark + mark + mark)
        case .gzip: opening.starts(with: [0x1F] + mark + [8])
        case .gif, .webp, .zip, .tiff, .isoMedia, .zstandard: false
        }
    }

    /// Whether a content may be a damaged file although it begins as its kind does: asked for every file of a known
    /// kind.
    static func mayHide(in opening: ArraySlice<UInt8>, of length: Int, _ kind: FileSignature) -> Bool {
        if length < 9 { return length > 2 }
        guard kind == .pdf, opening.count > 11 else { return false }
        // The comment after the line `%PDF-1.4`.
        let (one, other) = (opening[opening.startIndex + 10], opening[opening.startIndex + 11])
        return isTextForHighByte(one) || isTextForHighByte(other)
    }

    private static func isTextForHighByte(_ byte: UInt8) -> Bool {
        byte == 0xC2 || byte == 0xC3 || byte == 0xEF || byte == UInt8(ascii: "?")
    }

    /// Recognizes the damage of a file of a kind by its first bytes; `length` is that of all of it.
    package init?(_ opening: ArraySlice<UInt8>, of length: Int, _ kind: FileSignature) {
        if let cut = Self.cut(opening, of: length, kind) {
            self = cut
            return
        }
        guard FileSignature(opening) != kind else {
            guard kind == .pdf, let damage = Self.inPDFComment(opening) else { return nil }
            self = damage
            return
        }
        let first = opening.prefix(16)
        if first.indices.contains(where: { first[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }) {
            self = .replaced
        } else if Self.beginnings(kind).contains(where: { begin in
            begin.contains { $0 > 0x7F } && opening.starts(with: Self.encoded(begin))
        })
            || kind == .png && opening.starts(with: Self.windowsPNG)
        {
            self = .encoded
        } else if Self.hasQuestionMarks(opening, kind) {
            self = .questionMarks
        } else if kind == .png, Self.convertedPNG.contains(where: opening.starts) {
            self = .lineEnds
        } else if Self.beginnings(kind).contains(where: { begin in
            begin.contains { $0 > 0x7F } && opening.starts(with: begin.map { $0 & 0x7F })
        }) {
            self = .sevenBits
        } else if Self.beginnings(kind).contains(where: { Self.isPrinted($0, in: opening) }) {
            self = .numbers
        } else if Self.beginnings(kind).contains(where: { Self.isWidened($0, in: opening) }) {
            self = .widened
        } else {
            return nil
        }
    }

    /// The bytes with which files of a kind begin; empty for kinds of which too little is fixed.
    private static func beginnings(_ kind: FileSignature) -> [[UInt8]] {
        switch kind {
        case .png: [Array(png)]
        case .jpeg: [[0xFF, 0xD8, 0xFF, 0xE0], [0xFF, 0xD8, 0xFF, 0xE1], [0xFF, 0xD8, 0xFF, 0xDB]]
        case .gif: [Array("GIF8".utf8)]
        case .webp: [Array("RIFF".utf8)]
        case .pdf: [Array("%PDF".utf8)]
        case .zip: [[0x50, 0x4B, 3, 4]]
        case .gzip: [[0x1F, 0x8B, 8]]
        case .tiff, .isoMedia, .zstandard: []
        }
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// 89 is U+2030 in Windows-1252.
    private static let windowsPNG: [UInt8] = [0xE2, 0x80, 0xB0, 0x50, 0x4E, 0x47]

    /// The signature of PNG holds CR LF and a lone LF, so that each conversion of line ends shows (PNG, section 12.12).
    private static let convertedPNG: [[UInt8]] = [
        [0x0D, 0x0D, 0x0A, 0x1A], [0x0A, 0x1A, 0x0A], [0x0D, 0x1A], [0x0D, 0x0A, 0x1A, 0x0D],
        [0x0A, 0x0A, 0x1A],
    ].map { png.prefix(4) + $0 }

    /// Whether an opening is a beginning in UTF-16, after a byte order mark or without one.
    private static func isWidened(_ begin: [UInt8], in opening: ArraySlice<UInt8>) -> Bool {
        let isMarked = opening.starts(with: [0xFF, 0xFE]) || opening.starts(with: [0xFE, 0xFF])
        return [opening, isMarked ? opening.dropFirst(2) : []].contains { text in
            text.starts(with: begin.flatMap { [$0, 0] }) || text.starts(with: begin.flatMap { [0, $0] })
        }
    }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }

    private static func hasQuestionMarks(_ opening: ArraySlice<UInt8>, _ kind: FileSignature) -> Bool {
        switch kind {
        case .png: opening.starts(with: "?PNG".utf8)
        case .gzip: opening.starts(with: [0x1F, 0x3F, 8])
        case .jpeg:
            opening.starts(with: "????".utf8)
                && (opening.dropFirst(6).starts(with: "JFIF".utf8)
                    || opening.dropFirst(6).starts(with: "Exif".utf8)
                    || opening.dropFirst(4).first == 0)
        default: false
        }
    }

    /// The damage that shows in a PDF from its second line on, which is a comment of bytes from 80 on.
    ///
    /// A program may have written that comment in another form: only the bytes after it prove damage.
    private static func inPDFComment(_ opening: ArraySlice<UInt8>) -> FileDamage? {
        let line = opening.dropFirst(8).drop(while: \.isLineBreak)
        guard line.first == UInt8(ascii: "%") else { return nil }
        let rest = Array(line.dropFirst())[...]
        let high = rest.indices.filter { rest[$0] > 0x7F }
        if high.isEmpty {
            let marks = rest.count { $0 == UInt8(ascii: "?") }
            return rest.starts(with: "????".utf8) && marks * 16 > rest.count && marks >= 16
                ? .questionMarks : nil
        }
        if high.count(where: { rest[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }) >= 8 { return .replaced }
        // In the encoded form of Latin-1 the bytes from 80 on come in pairs, and control characters, C2 80 to C2 9F, are
        // among them, as in no text.
        var pairs = high[...]
        var controls = 0
        while let index = pairs.popFirst() {
            guard rest[index] == 0xC2 || rest[index] == 0xC3 else { return nil }
            guard let next = pairs.popFirst() else { break }
            guard next == index + 1, rest[next] < 0xC0 else { return nil }
            if rest[index] == 0xC2, rest[next] < 0xA0 { controls += 1 }
        }
        return controls > 0 ? .encoded : nil
    }

    /// Whether a content is one of the few first bytes of a file, up to a byte at which text ends.
    private static func cut(_ opening: ArraySlice<UInt8>, of length: Int, _ kind: FileSignature)
        -> FileDamage?
    {
        guard length == opening.count else { return nil }
        let bytes = opening
        return switch kind {
        case .png where bytes.elementsEqual(png): .cutAtNul
        case .png where bytes.elementsEqual(png.prefix(6)) || bytes.elementsEqual(png.prefix(4) + [0x0A]):
            .cutAtEndOfText
        case .png where bytes.elementsEqual(png.prefix(4)) || bytes.elementsEqual(png.prefix(5)):
            .cutAtLineEnd
        case .jpeg where length == 4 && bytes.starts(with: [0xFF, 0xD8, 0xFF]): .cutAtNul
        case .zip where length == 5 && bytes.starts(with: [0x50, 0x4B, 3, 4]): .cutAtNul
        case .webp where length > 4 && length < 8 && bytes.starts(with: "RIFF".utf8): .cutAtNul
        case .gif where length > 6 && length < 9 && bytes.starts(with: "GIF8".utf8): .cutAtNul
        default: nil
        }
    }

    /// Whether a text consists of the numbers of some bytes: `137 80 78 71`, `-119,80,78,71`, `[137, 80, …]`, `89504e47`,
    /// `0x89, 0x50`.
    private static func isPrinted(_ bytes: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.prefix(4)
        let digits = text.prefix(8)
        if digits.count == 8, digits.allSatisfy({ $0.hexValue != nil }) {
            let values = digits.compactMap(\.hexValue)
            return bytes.enumerated().allSatisfy { Int($1) == values[2 * $0] << 4 | values[2 * $0 + 1] }
        }
        let words = text.prefix(48).split { $0 == 0x20 || $0.isLineBreak || "[],;{}()".utf8.contains($0) }
            .prefix(bytes.count).map { word in
                word.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
            }
        guard words.count == bytes.count else { return false }
        return zip(words, bytes).allSatisfy { word, byte in
            let hex = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            return [String(byte), String(Int8(bitPattern: byte)), hex, "0x" + hex].contains {
                word.elementsEqual($0.utf8)
            }
        }
    }
}
