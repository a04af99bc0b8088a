/// The header lines of one message or body part: their bytes, and the place of each line.
///
/// The bytes are those on the wire; nothing is joined, trimmed or unfolded. (RFC 9110 §5, RFC 9112 §5.)
@usableFromInline
package struct FieldSection: Sendable {
    /// The bytes of the whole section.
    @usableFromInline package let bytes: [UInt8]
    /// The absolute offset of the first of `bytes`.
    @usableFromInline package let base: Int
    /// The parsed lines, relative to `base`; `nil` where there are none.
    @usableFromInline let layout: FieldLayout?
    @usableFromInline let shift: Int

    /// Makes an empty section.
    @inlinable
    package init() { self.init(bytes: [], base: 0, layout: nil) }

    /// Makes a section; ranges in `lines` count from the same origin as `base`.
    package init(bytes: [UInt8], base: Int = 0, lines: [FieldLine] = []) {
        let layout = lines.isEmpty ? nil : FieldLayout(lines, in: bytes, base: base)
        self.init(bytes: bytes, base: base, layout: layout)
    }

    /// Makes a section of lines that are known to read `name: value` CR LF, in printable ASCII, each of another of
    /// `fields`; ranges in `lines` count from the same origin as `base`.
    package init(bytes: [UInt8], base: Int, plainLines lines: [FieldLine], of fields: [KnownField]) {
        var known = KnownFieldIndex()
        for (index, field) in fields.enumerated() { known.add(field, at: index) }
        self.init(bytes: bytes, base: base, layout: FieldLayout(plain: lines, known, isPrintable: true))
    }

    /// Makes a section of lines that were read, with ranges that count from the same origin as `base`.
    @inlinable
    init(bytes: [UInt8], base: Int, layout: FieldLayout?, shift: Int = 0) {
        self.bytes = bytes
        self.base = base
        self.layout = layout
        self.shift = shift
    }

    /// The same section with its bytes at `base`; shares its storage with this one.
    @inlinable
    package func moved(to base: Int) -> FieldSection {
        FieldSection(bytes: bytes, base: base, layout: layout, shift: shift &+ (base &- self.base))
    }

    /// The lines, in order, with absolute ranges.
    package var lines: [FieldLine] {
        guard let layout else { return [] }
        return shift == 0 ? layout.lines : layout.lines.map { $0.moved(by: shift) }
    }

    /// How many lines there are.
    @inlinable
    package var lineCount: Int { layout?.lines.count ?? 0 }

    /// An estimate of the bytes that the lines of a head take in memory, with the room that is made for them.
    package var lineBytes: Int {
        guard lineCount > 0 else { return 0 }
        var room = PlainFieldLines.usualCount
        while room < lineCount { room *= 2 }
        return room * MemoryLayout<FieldLine>.stride
    }

    /// The line at an index, from 0; reading it through ``lines`` would copy all lines of a moved section.
    package func line(at index: Int) -> FieldLine {
        guard let layout else { preconditionFailure("a section without lines has no line \(index)") }
        return layout.lines[index].moved(by: shift)
    }

    /// Calls a function with the name and the value of each line, in order.
    package func forEachLine(_ body: (_ name: RawSpan, _ value: RawSpan) -> Void) {
        guard let layout else { return }
        let (bytes, distance) = (bytes.span.bytes, shift &- base)
        let known = 0..<bytes.byteCount
        // Looked at where they stand: an element of an array may be copied.
        let lines = layout.lines.span
        for index in lines.indices {
            let name = lines[index].name.moved(by: distance).clamped(to: known)
            let value = lines[index].value.moved(by: distance).clamped(to: known)
            body(bytes.extracting(name), bytes.extracting(value))
        }
    }

    /// Whether all lines read `name: value` CR LF, with no blank before the name or the colon and no control character.
    @inlinable
    package var hasPlainLines: Bool { layout?.isPlain ?? bytes.isEmpty }

    /// Whether all bytes are printable ASCII characters but for the CR LF at the end of each line.
    @inlinable
    package var isPrintable: Bool { layout?.isPrintable ?? bytes.isEmpty }

    /// How many lines have the name of a known field, with a colon or without; at most 255.
    @inlinable
    package func count(of field: KnownField) -> Int { layout?.count(of: field) ?? 0 }

    /// The first line of a known field, where it has a colon.
    @inlinable
    package func first(_ field: KnownField) -> FieldLine? {
        guard let layout, let index = layout.index(of: field) else { return nil }
        return layout.lines[index].moved(by: shift)
    }

    /// The bytes of the value of the first line of a known field, as sent.
    @inlinable
    package func value(_ field: KnownField) -> ArraySlice<UInt8>? {
        guard let layout, let index = layout.index(of: field) else { return nil }
        return self[layout.lines[index].value.moved(by: shift)]
    }

    /// The number that is the value of the first line of a known field: 1 to 18 digits alone, which cannot overflow;
    /// `nil` where it is anything else.
    package func plainNumber(_ field: KnownField) -> Int? {
        guard let layout, let index = layout.index(of: field) else { return nil }
        let bytes = bytes.span.bytes
        let digits = layout.lines[index].value.moved(by: shift &- base).clamped(to: 0..<bytes.byteCount)
        guard (1...18).contains(digits.count) else { return nil }
        var number = 0
        for offset in digits {
            guard bytes.knownByte(offset).isDigit else { return nil }
            number = number &* 10 &+ Int(bytes.knownByte(offset) &- 0x30)
        }
        return number
    }

    /// The absolute range of the section.
    @inlinable
    package var range: Range<Int> { base..<(base + bytes.count) }

    /// The bytes of an absolute range, clamped to the section.
    @inlinable
    package subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let lower = min(max(range.lowerBound - base, 0), bytes.count)
        let upper = min(max(range.upperBound - base, lower), bytes.count)
        return bytes[lower..<upper]
    }

    /// Whether the line at an index, from 0, has a colon.
    package func hasColon(at index: Int) -> Bool { layout?.lines[index].colon != nil }

    /// Whether the line at an index, from 0, has the name `name`, ignoring case and colon.
    package func isNamed(_ name: StaticString, at index: Int) -> Bool {
        guard let found = layout?.lines[index].name.moved(by: shift), found.count == name.utf8CodeUnitCount
        else { return false }
        return self[found].equalsIgnoringCase(name)
    }

    /// The lines whose name is `name`, ignoring case.
    package func lines(named name: StaticString) -> [FieldLine] {
        lines.filter { $0.colon != nil && self[$0.name].equalsIgnoringCase(name) }
    }

    /// The first line whose name is `name`, ignoring case.
    package func first(named name: StaticString) -> FieldLine? {
        for index in 0..<lineCount where isNamed(name, at: index) && hasColon(at: index) {
            return line(at: index)
        }
        return nil
    }

    /// The bytes of the value of the first line named `name`, as sent.
    package func value(named name: StaticString) -> ArraySlice<UInt8>? {
        first(named: name).map { self[$0.value] }
    }

    /// The absolute offset of the first CR that begins neither CR LF nor CR CR LF, `nil` where there is none.
    package var firstLoneCR: Int? {
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x0D else {
                index += 1
                continue
            }
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if next == 0x0A {
                index += 2
            } else if next == 0x0D, index + 2 < bytes.count, bytes[index + 2] == 0x0A {
                index += 3
            } else {
                return base + index
            }
        }
        return nil
    }

    /// The text of an absolute range, bytes that are not valid UTF-8 replaced by U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}

extension FieldSection: Hashable {
    @usableFromInline
    package static func == (left: FieldSection, right: FieldSection) -> Bool {
        left.base == right.base && left.bytes == right.bytes && left.lines == right.lines
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(bytes)
    }
}
