import Bytes

/// The header lines of a part as most clients write them, found in one pass.
///
/// ```
/// Content-Disposition: form-data; name="…"; filename="…" CR LF
/// Content-Type: type/subtype CR LF
/// ```
/// The filename and the second line may be absent; the texts in quotes are not empty, and hold printable ASCII without
/// the characters that clients escape. What is written otherwise is left to the tolerant readers, and so is a name that
/// has a meaning of its own. What this finds is what those find.
struct PlainPartHeader {
    private static let disposition = Array("Content-Disposition: form-data; name=\"".utf8)
    private static let filename = Array("; filename=\"".utf8)
    private static let mediaType = Array("Content-Type: ".utf8)

    private let bytes: [UInt8]
    /// The text of the name; as all ranges here, relative to the first byte.
    private let name: Range<Int>
    private let filename: Range<Int>?
    /// The offset of the CR after the first line.
    private let dispositionEnd: Int
    private let type: Range<Int>?

    /// Finds the places; `nil` where the lines are written otherwise.
    init?(_ lines: RawSpan) {
        var position = 0
        guard lines.skips(Self.disposition, &position) else { return nil }
        name = lines.quotedText(&position)
        guard !name.isEmpty else { return nil }
        if lines.skips(Self.filename, &position) {
            let text = lines.quotedText(&position)
            guard !text.isEmpty else { return nil }
            filename = text
        } else {
            filename = nil
        }
        dispositionEnd = position
        guard lines.skipsLineBreak(&position) else { return nil }
        if position < lines.byteCount {
            guard let value = lines.mediaType(after: Self.mediaType, &position), position == lines.byteCount
            else {
                return nil
            }
            type = value
        } else {
            type = nil
        }
        bytes = lines.withUnsafeBytes { Array($0) }
        // The name has a meaning of its own (RFC 7578 §4.6).
        if filename == nil, bytes[name].equals("_charset_") { return nil }
    }

    /// The lines, with the first byte at `base`.
    func section(base: Int) -> FieldSection {
        let first = line(0..<(dispositionEnd + 2), nameLength: 19, base: base)
        guard let type else {
            return FieldSection(bytes: bytes, base: base, plainLines: [first], of: [.contentDisposition])
        }
        let second = line((dispositionEnd + 2)..<(type.upperBound + 2), nameLength: 12, base: base)
        let fields: [KnownField] = [.contentDisposition, .contentType]
        return FieldSection(bytes: bytes, base: base, plainLines: [first, second], of: fields)
    }

    /// The Content-Disposition in the section.
    func disposition(in section: FieldSection) -> ContentDisposition {
        let base = section.base
        let name = parameter(name, nameLength: 4, base: base)
        let filename = filename.map { parameter($0, nameLength: 8, base: base) }
        let leading = (base + 21)..<(base + 30)
        let value = ParameterizedValue(leading, filename.map { [name, $0] } ?? [name])
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
    /// Moves behind a text; false where there is another.
    fileprivate func skips(_ text: [UInt8], _ position: inout Int) -> Bool {
        guard byteCount &- position >= text.count,
            extracting(position..<(position &+ text.count)).begins(with: text.span.bytes)
        else { return false }
        position &+= text.count
        return true
    }

    /// Moves behind CR LF; false where there is something else.
    fileprivate func skipsLineBreak(_ position: inout Int) -> Bool {
        guard byteCount &- position >= 2, byte(position) == 0x0D, byte(position &+ 1) == 0x0A else {
            return false
        }
        position &+= 2
        return true
    }

    /// Moves behind the quote that ends a text of printable ASCII without `%`, `&`, `'`, `/`, `?` and `\`, and gives the
    /// text; an empty range where there is no such text.
    fileprivate func quotedText(_ position: inout Int) -> Range<Int> {
        let start = position
        while position < byteCount {
            switch byte(position) {
            case UInt8(ascii: "\""):
                position &+= 1
                return start..<(position &- 1)
            case 0x25, 0x26, 0x27, 0x2F, 0x3F, 0x5C, ..<0x20, 0x7F...: return start..<start
            default: position &+= 1
            }
        }
        return start..<start
    }

    /// Moves behind a line whose value is two tokens with a slash between them, and gives the value; `nil` where the line
    /// is another.
    fileprivate func mediaType(after name: [UInt8], _ position: inout Int) -> Range<Int>? {
        guard skips(name, &position) else { return nil }
        let start = position
        guard skipsToken(&position), position < byteCount, byte(position) == UInt8(ascii: "/") else {
            return nil
        }
        position &+= 1
        guard skipsToken(&position) else { return nil }
        let end = position
        return skipsLineBreak(&position) ? start..<end : nil
    }

    /// Moves behind a token; false where there is none.
    private func skipsToken(_ position: inout Int) -> Bool {
        let start = position
        while position < byteCount, byte(position).isTokenCharacter { position &+= 1 }
        return position > start
    }
}

extension ParameterizedValue {
    /// Takes a leading text that a semicolon ends, or nothing, and its parameters.
    fileprivate init(_ leading: Range<Int>, _ parameters: [Parameter]) {
        self.leading = leading
        separator = .semicolon
        self.parameters = parameters
        emptyParameters = []
    }
}
