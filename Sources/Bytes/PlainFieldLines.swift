/// Header lines that read `name: value` CR LF, found in one pass: the name is a token that begins the line and the colon
/// follows at once, no line is folded, and there is no control character.
///
/// Nearly all heads are written so; the others are left to ``FieldSection/init(parsing:base:bareCREndsLines:)``, which
/// finds the same in these.
struct PlainFieldLines {
    /// How many lines room is made for.
    static let usualCount = 12
    /// The lines, as offsets from `base`.
    let lines: [FieldLine]
    /// The known fields among them.
    let known: KnownFieldIndex
    /// The offset in the bytes after the last line.
    let end: Int
    /// Whether all bytes but those of the CR LF are printable ASCII characters.
    let isPrintable: Bool

    /// Reads lines up to a line that begins with a CR, or the end of the bytes; `nil` where there is none, or any line is
    /// written otherwise.
    ///
    /// - Parameters:
    ///   - bytes: where they stand.
    ///   - start: the offset of the first line.
    ///   - base: what is added to the offsets.
    ///   - limit: the greatest number of lines.
    init?(in bytes: RawSpan, from start: Int, base: Int, limit: Int) {
        guard start < bytes.byteCount else { return nil }
        var lines: [FieldLine] = []
        lines.reserveCapacity(Self.usualCount)
        var (known, end, isPrintable) = (KnownFieldIndex(), start, true)
        while end < bytes.byteCount, bytes.byte(end) != 0x0D {
            guard lines.count < limit, let line = Self.line(in: bytes, from: end, &isPrintable) else {
                return nil
            }
            if let field = KnownField(bytes.extracting(line.name)) { known.add(field, at: lines.count) }
            lines.append(line.moved(by: base))
            end = line.range.upperBound
        }
        guard !lines.isEmpty else { return nil }
        (self.lines, self.known, self.end, self.isPrintable) = (lines, known, end, isPrintable)
    }

    /// The line at an offset; notes what is beyond ASCII in it.
    @inline(__always)
    private static func line(in bytes: RawSpan, from start: Int, _ isPrintable: inout Bool) -> FieldLine? {
        let colon = endOfName(in: bytes, from: start)
        guard colon > start, colon < bytes.byteCount, bytes.knownByte(colon) == UInt8(ascii: ":") else {
            return nil
        }
        let textEnd = endOfText(in: bytes, from: colon &+ 1, &isPrintable)
        guard textEnd &+ 1 < bytes.byteCount, bytes.knownByte(textEnd) == 0x0D,
            bytes.knownByte(textEnd &+ 1) == 0x0A
        else { return nil }
        var value = (start: colon &+ 1, end: textEnd)
        while value.start < value.end, bytes.knownByte(value.start) == 0x20 { value.start &+= 1 }
        while value.end > value.start, bytes.knownByte(value.end &- 1) == 0x20 { value.end &-= 1 }
        return FieldLine(
            range: start..<(textEnd &+ 2),
            name: start..<colon,
            colon: colon,
            value: value.start..<value.end,
            ending: .crlf,
            foldCount: 0
        )
    }

    /// The offset of the first byte that no token may hold; the end of the bytes where there is none.
    @inline(__always)
    private static func endOfName(in bytes: RawSpan, from start: Int) -> Int {
        var offset = start
        // Most names consist of letters and dashes, and are shorter than a block.
        if bytes.byteCount &- offset >= ByteBlock.count {
            offset &+= ByteBlock(in: bytes, knownAt: offset).countOfLettersAndDashes
            if offset < bytes.byteCount, bytes.knownByte(offset) == UInt8(ascii: ":") { return offset }
        }
        while offset < bytes.byteCount, bytes.knownByte(offset).isTokenCharacter { offset &+= 1 }
        return offset
    }

    /// The offset of the first control character, or the end of the bytes; notes what is beyond ASCII before.
    @inline(__always)
    private static func endOfText(in bytes: RawSpan, from start: Int, _ isPrintable: inout Bool) -> Int {
        var offset = bytes.endOfPrintable(in: start..<bytes.byteCount)
        while offset < bytes.byteCount, !bytes.knownByte(offset).isControl {
            isPrintable = isPrintable && bytes.knownByte(offset) < 0x80
            offset &+= 1
        }
        return offset
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
    /// - Returns: the section, whose bytes CR LF follows; `nil` where anything is written otherwise.
    package static func plain(
        in bytes: RawSpan,
        from start: Int,
        base: Int,
        limit: Int
    ) -> FieldSection? {
        guard let plain = PlainFieldLines(in: bytes, from: start, base: base &- start, limit: limit),
            plain.end &+ 1 < bytes.byteCount, bytes.byte(plain.end &+ 1) == 0x0A
        else { return nil }
        return FieldSection(plain, in: bytes, from: start, base: base)
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
