import Bytes

/// The header lines of a part as most clients write them, found in one pass: nothing but their places.
///
/// ```
/// Content-Disposition: form-data; name="…"; filename="…" CR LF
/// Content-Type: type/subtype CR LF
/// CR LF
/// ```
/// The filename and the second line may be absent; the texts in quotes are not empty, and hold printable ASCII without
/// the characters that clients escape. What is written otherwise is left to the tolerant readers, and so is a name that
/// has a meaning of its own. What this finds is what those find: they are asked only where more than places is wanted.
struct PlainPartHeader: Hashable, Sendable {
    /// The greatest length of the lines in bytes.
    static let greatestLength = 512

    private static let nameStart = 38
    private static let leading = 21..<30

    // The offsets after the texts, from the first byte of the lines; 0 for a text that is absent.
    private let nameEnd: UInt16
    private let filenameEnd: UInt16
    private let typeEnd: UInt16

    /// Finds the places in the bytes after a delimiter line; `nil` where the lines are written otherwise, or no blank line
    /// is there yet.
    init?(_ rest: RawSpan) {
        let bytes = rest.extracting(first: Self.greatestLength + 2)
        guard bytes.holds("Content-Disposition: form-data; name=\"", at: 0),
            let nameEnd = bytes.endOfLabel(from: Self.nameStart)
        else { return nil }
        var end = nameEnd + 1
        var filenameEnd = 0
        if !bytes.holdsLineBreak(at: end) {
            guard bytes.holds("; filename=\"", at: end), let place = bytes.endOfLabel(from: end + 12),
                bytes.holdsLineBreak(at: place + 1)
            else { return nil }
            filenameEnd = place
            end = place + 1
        }
        end += 2
        var typeEnd = 0
        if !bytes.holdsLineBreak(at: end) {
            guard bytes.holds("Content-Type: ", at: end), let place = bytes.endOfMediaType(from: end + 14),
                bytes.holdsLineBreak(at: place)
            else { return nil }
            typeEnd = place
            guard bytes.holdsLineBreak(at: place + 2) else { return nil }
        }
        // The name has a meaning of its own (RFC 7578 §4.6).
        if filenameEnd == 0, nameEnd == Self.nameStart + 9, bytes.holds("_charset_", at: Self.nameStart) {
            return nil
        }
        self.nameEnd = UInt16(truncatingIfNeeded: nameEnd)
        self.filenameEnd = UInt16(truncatingIfNeeded: filenameEnd)
        self.typeEnd = UInt16(truncatingIfNeeded: typeEnd)
    }

    /// The text of the name; as all ranges here, from the first byte of the lines.
    var name: Range<Int> { Self.nameStart..<Int(nameEnd) }
    /// The text of the filename, `nil` where there is none.
    var filename: Range<Int>? { filenameEnd == 0 ? nil : (Int(nameEnd) + 13)..<Int(filenameEnd) }
    /// The media type, `nil` where there is none.
    var type: Range<Int>? { typeEnd == 0 ? nil : (dispositionEnd + 14)..<Int(typeEnd) }
    /// The length of the lines in bytes, without the blank line.
    var byteCount: Int { typeEnd == 0 ? dispositionEnd : Int(typeEnd) + 2 }
    /// How many lines there are.
    var lineCount: Int { typeEnd == 0 ? 1 : 2 }
    /// The offset after the first line.
    private var dispositionEnd: Int { Int(max(nameEnd, filenameEnd)) + 3 }

    /// Calls a function with the name and the value of each line, in order; the lines begin at an offset of some bytes.
    func forEachLine(in bytes: RawSpan, from start: Int, _ body: (_ name: RawSpan, _ value: RawSpan) -> Void)
    {
        let lines = bytes.extracting(start..<(start + byteCount))
        body(lines.extracting(0..<19), lines.extracting(21..<(dispositionEnd - 2)))
        guard let type else { return }
        body(lines.extracting(dispositionEnd..<(dispositionEnd + 12)), lines.extracting(type))
    }

    /// Calls a function with the name, the filename and the media type, empty for those that are absent; the lines begin at
    /// an offset of some bytes.
    @inline(__always)
    func withTexts(
        in bytes: RawSpan,
        from start: Int,
        _ body: (_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) -> Bool
    ) -> Bool {
        let lines = bytes.extracting(start..<(start + byteCount))
        return body(
            lines.extracting(name),
            lines.extracting(filename ?? 0..<0),
            lines.extracting(type ?? 0..<0)
        )
    }

    /// The lines, of which the bytes are given, with the first byte at `base`.
    func section(_ bytes: [UInt8], base: Int) -> FieldSection {
        let first = line(0..<dispositionEnd, nameLength: 19, base: base)
        guard typeEnd > 0 else {
            return FieldSection(bytes: bytes, base: base, plainLines: [first], of: [.contentDisposition])
        }
        let second = line(dispositionEnd..<byteCount, nameLength: 12, base: base)
        let fields: [KnownField] = [.contentDisposition, .contentType]
        return FieldSection(bytes: bytes, base: base, plainLines: [first, second], of: fields)
    }

    /// The Content-Disposition in the section.
    func disposition(in section: FieldSection) -> ContentDisposition {
        let base = section.base
        let name = parameter(name, nameLength: 4, base: base)
        let filename = filename.map { parameter($0, nameLength: 8, base: base) }
        let value = ParameterizedValue(Self.leading.moved(by: base), filename.map { [name, $0] } ?? [name])
        return ContentDisposition(section.line(at: 0), value, name: name, filename: filename)
    }

    /// The Content-Type in the section, `nil` where there is none.
    func mediaType(in section: FieldSection) -> MediaType? {
        guard let type else { return nil }
        let value = ParameterizedValue(type.moved(by: section.base), [])
        return MediaType(section.line(at: 1), value, in: section)
    }

    private func line(_ range: Range<Int>, nameLength: Int, base: Int) -> FieldLine {
        let start = base + range.lowerBound
        let colon = start + nameLength
        return FieldLine(
            range: range.moved(by: base),
            name: start..<colon,
            colon: colon,
            value: (colon + 2)..<(base + range.upperBound - 2),
            ending: .crlf,
            foldCount: 0
        )
    }

    /// The parameter whose value in quotes stands in a range.
    private func parameter(_ value: Range<Int>, nameLength: Int, base: Int) -> Parameter {
        let value = value.moved(by: base)
        let equals = value.lowerBound - 2
        let end = value.upperBound + 1
        return Parameter(
            range: (equals - nameLength)..<end,
            name: (equals - nameLength)..<equals,
            equals: equals,
            value: value,
            quoting: .quoted,
            hasBackslash: false,
            blanksAroundEquals: equals..<equals,
            junk: end..<end
        )
    }
}

extension RawSpan {
    /// Whether CR LF stands at an offset, which is not negative.
    @inline(__always)
    func holdsLineBreak(at offset: Int) -> Bool {
        // Sound: the offset after these bytes is compared with their number.
        offset &+ 2 <= byteCount
            && unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self)
                == UInt16(littleEndian: 0x0A0D)
    }

    /// The offset of the quote that ends a text of printable ASCII without `%`, `&`, `'`, `/`, `?` and `\`;
    /// `nil` where there is no such text.
    fileprivate func endOfLabel(from start: Int) -> Int? {
        var place = start
        while place &+ SIMD16<UInt8>.scalarCount <= byteCount {
            // Sound: the offset after these bytes was compared with their number.
            let lanes = unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
            let count = ByteLanes(lanes.endsLabel).leadingAbsent
            place &+= count
            guard count == SIMD16<UInt8>.scalarCount else { break }
        }
        while place < byteCount, knownByte(place).isPlainInLabel { place &+= 1 }
        return place > start && place < byteCount && byte(place) == UInt8(ascii: "\"") ? place : nil
    }

    /// The offset after two tokens with a slash between them; `nil` where there is something else.
    fileprivate func endOfMediaType(from start: Int) -> Int? {
        guard let slash = endOfToken(from: start), slash < byteCount, byte(slash) == UInt8(ascii: "/") else {
            return nil
        }
        return endOfToken(from: slash &+ 1)
    }

    private func endOfToken(from start: Int) -> Int? {
        // Most tokens are of letters and dashes.
        var place = start &+ lengthOfWord(from: start)
        while place < byteCount, knownByte(place).isTokenCharacter { place &+= 1 }
        return place > start ? place : nil
    }
}

extension SIMD16<UInt8> {
    /// Those that are not printable ASCII, or a quotation mark or a character that clients escape.
    fileprivate var endsLabel: SIMDMask<SIMD16<Int8>> {
        // Bytes above 0x7F are negative numbers.
        let others = unsafeBitCast(self, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0x20)
        let quotes = self .== Self(repeating: 0x22) .| (self .== Self(repeating: 0x7F))
        // % & '
        let signs = self &- Self(repeating: 0x25) .< Self(repeating: 3)
        // A slash and a question mark differ in one bit.
        let slashes = self | Self(repeating: 0x10) .== Self(repeating: 0x3F)
        return others .| quotes .| signs .| slashes .| (self .== Self(repeating: 0x5C))
    }
}

extension UInt8 {
    /// Whether it is printable ASCII, and neither a quotation mark nor a character that clients escape.
    fileprivate var isPlainInLabel: Bool {
        // One bit for each of the characters from 0x20 to 0x3F, and from 0x40 to 0x7E.
        let signs: UInt64 = 0xFFFF_FFFF_0000_0000 & ~(1 << 0x22 | 1 << 0x25 | 1 << 0x26 | 1 << 0x27)
        let low = signs & ~(1 << 0x2F | 1 << 0x3F)
        let high: UInt64 = 0x7FFF_FFFF_FFFF_FFFF & ~(1 << 0x1C)
        return self < 0x40 ? low &>> UInt64(self) & 1 != 0 : self < 0x80 && high &>> UInt64(self) & 1 != 0
    }
}

extension ParameterizedValue {
    /// Takes a leading text that a semicolon ends, or nothing, and its parameters.
    init(_ leading: Range<Int>, _ parameters: [Parameter]) {
        self.leading = leading
        separator = .semicolon
        self.parameters = parameters
        emptyParameters = []
    }
}
