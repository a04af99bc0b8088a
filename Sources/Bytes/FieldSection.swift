/// The header lines of one message or body part: their bytes, and where each line stands.
///
/// The bytes are those on the wire, nothing joined, trimmed or folded. (RFC 9110 §5, RFC 9112 §5.)
package struct FieldSection: Hashable, Sendable {
    /// The bytes of the whole section.
    package var bytes: [UInt8]
    /// The absolute offset of the first of `bytes`.
    package var base: Int
    /// The lines, in order, with absolute ranges.
    package var lines: [FieldLine]

    /// Makes a section; ranges in `lines` count from the same origin as `base`.
    package init(bytes: [UInt8] = [], base: Int = 0, lines: [FieldLine] = []) {
        self.bytes = bytes
        self.base = base
        self.lines = lines
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
        lines.first { $0.colon != nil && self[$0.name].equalsIgnoringCase(name) }
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
