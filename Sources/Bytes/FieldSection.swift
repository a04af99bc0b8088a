/// The header lines of one message or body part: their bytes, and where each line stands.
///
/// The bytes are those on the wire, nothing joined, trimmed or folded. (RFC 9110 §5, RFC 9112 §5.)
package struct FieldSection: Sendable {
    /// The bytes of the whole section.
    package let bytes: [UInt8]
    /// The absolute offset of the first of `bytes`.
    package let base: Int
    /// The lines as they were read, and how far from there the section stands.
    @usableFromInline let readLines: [FieldLine]
    @usableFromInline let shift: Int

    /// Makes a section; ranges in `lines` count from the same origin as `base`.
    package init(bytes: [UInt8] = [], base: Int = 0, lines: [FieldLine] = []) {
        self.init(bytes: bytes, base: base, readLines: lines, shift: 0)
    }

    private init(bytes: [UInt8], base: Int, readLines: [FieldLine], shift: Int) {
        self.bytes = bytes
        self.base = base
        self.readLines = readLines
        self.shift = shift
    }

    /// The section as it is where its bytes begin at `base`; shares everything with this one.
    package func moved(to base: Int) -> FieldSection {
        FieldSection(bytes: bytes, base: base, readLines: readLines, shift: shift &+ (base &- self.base))
    }

    /// The lines, in order, with absolute ranges.
    package var lines: [FieldLine] {
        shift == 0 ? readLines : readLines.map { $0.moved(by: shift) }
    }

    /// How many lines there are.
    @inlinable
    package var lineCount: Int { readLines.count }

    /// The length of the name of the line at an index, from 0: most lines are told apart by it alone.
    @inlinable
    package func nameLength(at index: Int) -> Int { readLines[index].name.count }

    /// The line at an index, from 0: what walks through the lines of a section that was moved copies none so.
    @inlinable
    package func line(at index: Int) -> FieldLine {
        shift == 0 ? readLines[index] : readLines[index].moved(by: shift)
    }

    /// The section of bytes that differ from those of this one in digits alone, so that its lines are at the same places.
    ///
    /// `nil` where they differ in more.
    func reread(_ bytes: RawSpan, base: Int) -> FieldSection? {
        guard bytes.byteCount == self.bytes.count, bytes.byteCount > 0,
            let isSame = bytes.equalsBesidesDigits(self.bytes.span.bytes)
        else { return nil }
        return FieldSection(
            bytes: isSame ? self.bytes : bytes.withUnsafeBytes { Array($0) },
            base: base,
            readLines: readLines,
            shift: shift &+ (base &- self.base)
        )
    }

    /// The absolute range of the section.
    package var range: Range<Int> { base..<(base + bytes.count) }

    /// The bytes of an absolute range, cut to what the section holds.
    package subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let lower = min(max(range.lowerBound - base, 0), bytes.count)
        let upper = min(max(range.upperBound - base, lower), bytes.count)
        return bytes[lower..<upper]
    }

    /// Whether the line at an index, from 0, has a colon.
    package func hasColon(at index: Int) -> Bool { readLines[index].colon != nil }

    /// Whether the line at an index, from 0, has the name `name`, without regard to case and colon.
    package func isNamed(_ name: StaticString, at index: Int) -> Bool {
        let start = readLines[index].name.lowerBound &+ shift &- base
        let count = name.utf8CodeUnitCount
        guard readLines[index].name.count == count, start >= 0, start &+ count <= bytes.count else {
            return false
        }
        // Sound: a literal of several bytes is in memory, and has as many bytes as are compared.
        let expected = name.utf8Start
        for offset in 0..<count
        where bytes[start &+ offset].lowercased != expected[offset].lowercased { return false }
        return true
    }

    /// The lines whose name is `name`, without regard to case.
    package func lines(named name: StaticString) -> [FieldLine] {
        lines.filter { $0.colon != nil && self[$0.name].equalsIgnoringCase(name) }
    }

    /// The first line whose name is `name`, without regard to case.
    package func first(named name: StaticString) -> FieldLine? {
        for index in readLines.indices where isNamed(name, at: index) && hasColon(at: index) {
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

    /// The text of an absolute range, undecodable bytes replaced by U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}

extension FieldSection: Hashable {
    package static func == (left: FieldSection, right: FieldSection) -> Bool {
        left.base == right.base && left.bytes == right.bytes && left.lines == right.lines
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(bytes)
    }
}
