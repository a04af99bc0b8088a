/// Header lines that read `name: value` CR LF, found in one pass: the name is a token that begins the line and the colon
/// follows at once, no line is folded, and there is no control character.
///
/// Nearly all heads are written so; the others are left to ``FieldSection/init(parsing:base:bareCREndsLines:)``, which
/// finds the same in these.
struct PlainFieldLines {
    /// How many lines room is made for.
    private static let usualCount = 12
    /// The top bits of eight bytes.
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The lines, as offsets from `base`.
    private(set) var lines: [FieldLine] = []
    /// The known fields among them.
    private(set) var known = KnownFieldIndex()
    /// The offset in the bytes after the last line.
    private(set) var end: Int
    private var bitsBeyondASCII: UInt64 = 0

    /// Whether all bytes but those of the CR LF are printable ASCII characters.
    var isPrintable: Bool { bitsBeyondASCII == 0 }

    /// Reads lines up to a line that begins with a CR, or the end of the bytes; `nil` where there is none, or any line is
    /// written otherwise.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - start: the offset of the first line.
    ///   - base: what is added to the offsets.
    ///   - limit: the greatest number of lines.
    init?(in bytes: RawSpan, from start: Int, base: Int, limit: Int) {
        end = start
        while end < bytes.byteCount, bytes.byte(end) != 0x0D {
            guard lines.count < limit, add(lineOf: bytes, base: base) else { return nil }
        }
        guard !lines.isEmpty else { return nil }
    }

    private mutating func add(lineOf bytes: RawSpan, base: Int) -> Bool {
        let start = end
        var colon = endOfName(in: bytes, from: start)
        while colon < bytes.byteCount, bytes.knownByte(colon).isTokenCharacter { colon &+= 1 }
        guard colon > start, colon < bytes.byteCount, bytes.byte(colon) == UInt8(ascii: ":"),
            let textEnd = firstControl(in: bytes, from: colon &+ 1), textEnd &+ 1 < bytes.byteCount,
            bytes.byte(textEnd) == 0x0D, bytes.byte(textEnd &+ 1) == 0x0A
        else { return false }
        var value = (start: colon &+ 1, end: textEnd)
        while value.start < value.end, bytes.byte(value.start) == 0x20 { value.start &+= 1 }
        while value.end > value.start, bytes.byte(value.end &- 1) == 0x20 { value.end &-= 1 }
        end = textEnd &+ 2
        if let field = KnownField(bytes.extracting(start..<colon)) { known.add(field, at: lines.count) }
        if lines.isEmpty { lines.reserveCapacity(Self.usualCount) }
        lines.append(
            FieldLine(
                range: (base &+ start)..<(base &+ end),
                name: (base &+ start)..<(base &+ colon),
                colon: base &+ colon,
                value: (base &+ value.start)..<(base &+ value.end),
                ending: .crlf,
                foldCount: 0
            )
        )
        return true
    }

    /// The offset of the first byte that is neither a letter nor a dash, looked for eight bytes at a time: most names consist
    /// of these.
    private func endOfName(in bytes: RawSpan, from start: Int) -> Int {
        var offset = start
        while offset &+ ByteOctet.count <= bytes.byteCount {
            let octet = ByteOctet(in: bytes, knownAt: offset)
            let count = ByteOctet.leading(in: octet.letters | octet.equal(to: UInt8(ascii: "-")))
            offset &+= count
            guard count == ByteOctet.count else { break }
        }
        return offset
    }

    /// The offset of the first control character, `nil` where there is none; notes what is beyond ASCII before it.
    private mutating func firstControl(in bytes: RawSpan, from start: Int) -> Int? {
        var offset = start
        while offset &+ 8 <= bytes.byteCount {
            let loaded = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            let word = UInt64(littleEndian: loaded)
            // Without its top bit no byte of a sum carries into the next one.
            let low = word & ~Self.tops
            let from0x20 = low &+ 0x6060_6060_6060_6060
            let from0x7F = low &+ 0x0101_0101_0101_0101
            let controls = (~from0x20 | from0x7F) & ~word & Self.tops
            if controls != 0 {
                let place = controls.trailingZeroBitCount / 8
                bitsBeyondASCII |= word & Self.tops & (1 << UInt64(place * 8) &- 1)
                return offset &+ place
            }
            bitsBeyondASCII |= word & Self.tops
            offset &+= 8
        }
        while offset < bytes.byteCount {
            let byte = bytes.byte(offset)
            if byte.isControl { return offset }
            bitsBeyondASCII |= UInt64(byte & 0x80)
            offset &+= 1
        }
        return nil
    }
}

extension FieldSection {
    /// Reads header lines and the blank line after them, where all are plain and end in CR LF.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - start: the offset of the first line.
    ///   - base: the absolute offset of the first line.
    ///   - limit: the greatest number of lines.
    /// - Returns: the section, and the offset in the bytes after the blank line; `nil` where anything is written otherwise.
    package static func plain(
        in bytes: RawSpan,
        from start: Int,
        base: Int,
        limit: Int
    ) -> (section: FieldSection, end: Int)? {
        guard let plain = PlainFieldLines(in: bytes, from: start, base: base &- start, limit: limit),
            plain.end &+ 1 < bytes.byteCount, bytes.byte(plain.end &+ 1) == 0x0A
        else { return nil }
        return (FieldSection(plain, in: bytes, from: start, base: base), plain.end &+ 2)
    }

    /// Parses header lines as ``init(parsing:base:bareCREndsLines:)`` does, in one pass where they are plain.
    package init(parsing bytes: RawSpan, base: Int) {
        let plain = PlainFieldLines(in: bytes, from: 0, base: base, limit: .max)
        if let plain, plain.end == bytes.byteCount {
            self.init(plain, in: bytes, from: 0, base: base)
        } else {
            self.init(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        }
    }

    private init(_ plain: consuming PlainFieldLines, in bytes: RawSpan, from start: Int, base: Int) {
        let text = bytes.extracting(start..<plain.end).withUnsafeBytes { Array($0) }
        self.init(
            bytes: text,
            base: base,
            layout: FieldLayout(plain: plain.lines, plain.known, isPrintable: plain.isPrintable)
        )
    }
}
