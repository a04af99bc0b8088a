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
    private static let disposition: StaticString = "Content-Disposition: form-data; name=\""
    private static let filename: StaticString = "; filename=\""
    private static let mediaType: StaticString = "Content-Type: "
    private static let lineBreak: StaticString = "\r\n"

    private let bytes: [UInt8]
    /// The text of the name; as all ranges here, relative to the first byte.
    private let name: Range<Int>
    private let filename: Range<Int>?
    /// The offset of the CR after the first line.
    private let dispositionEnd: Int
    private let type: Range<Int>?

    /// Finds the places; `nil` where the lines are written otherwise.
    init?(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        var position = 0
        guard span.skips(Self.disposition, &position) else { return nil }
        name = span.quotedText(&position)
        guard !name.isEmpty else { return nil }
        if span.skips(Self.filename, &position) {
            let text = span.quotedText(&position)
            guard !text.isEmpty else { return nil }
            filename = text
        } else {
            filename = nil
        }
        dispositionEnd = position
        guard span.skips(Self.lineBreak, &position), filename != nil || !bytes[name].equals("_charset_")
        else {
            return nil
        }
        self.bytes = bytes
        guard position < bytes.count else {
            type = nil
            return
        }
        guard span.skips(Self.mediaType, &position) else { return nil }
        let start = position
        var slashes = 0
        while position < bytes.count, bytes[position].isTokenCharacter || bytes[position] == UInt8(ascii: "/")
        {
            if bytes[position] == UInt8(ascii: "/") { slashes += 1 }
            position += 1
        }
        let end = position
        guard slashes == 1, bytes[start] != UInt8(ascii: "/"), bytes[end - 1] != UInt8(ascii: "/"),
            span.skips(Self.lineBreak, &position), position == bytes.count
        else { return nil }
        type = start..<end
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
    fileprivate func skips(_ text: StaticString, _ position: inout Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard byteCount &- position >= length else { return false }
        let expected = text.utf8Start
        for index in 0..<length where byte(position &+ index) != expected[index] { return false }
        position &+= length
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
