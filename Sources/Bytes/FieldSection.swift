/// The header lines of one message or body part: their bytes, and where each line stands.
///
/// The bytes are those on the wire, nothing joined, trimmed or folded. (RFC 9110 §5, RFC 9112 §5.)
package struct FieldSection: Sendable {
    /// The bytes of the whole section.
    package let bytes: [UInt8]
    /// The absolute offset of the first of `bytes`.
    package let base: Int
    /// The lines as they were read, and how far from there the section stands.
    private let readLines: [FieldLine]
    private let shift: Int

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

    /// The absolute range of the section.
    package var range: Range<Int> { base..<(base + bytes.count) }

    /// The bytes of an absolute range, cut to what the section holds.
    package subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let lower = min(max(range.lowerBound - base, 0), bytes.count)
        let upper = min(max(range.upperBound - base, lower), bytes.count)
        return bytes[lower..<upper]
    }

    /// The lines whose name is `name`, without regard to case.
    package func lines(named name: StaticString) -> [FieldLine] {
        lines.filter { $0.colon != nil && self[$0.name].equalsIgnoringCase(name) }
    }

    /// The first line whose name is `name`, without regard to case.
    package func first(named name: StaticString) -> FieldLine? {
        for index in readLines.indices where readLines[index].colon != nil {
            let place = readLines[index].name.moved(by: shift)
            guard place.count == name.utf8CodeUnitCount, self[place].equalsIgnoringCase(name) else {
                continue
            }
            return readLines[index].moved(by: shift)
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
