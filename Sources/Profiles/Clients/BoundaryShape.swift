import Bytes

/// The structure of a client's boundaries: a prefix, groups of random characters, and a suffix.
///
/// Many are compared with each request: as one object, a shape is reached without copying it.
package final class BoundaryShape: Sendable {
    /// The set that random characters are drawn from, the smallest first.
    package enum Alphabet: String, Hashable, CaseIterable, Sendable {
        /// Digits.
        case digits
        /// Hexadecimal digits with lowercase letters.
        case hexadecimal
        /// Hexadecimal digits with uppercase letters.
        case capitalHexadecimal
        /// Letters and digits.
        case alphanumeric
        /// Letters, digits, `-` and `_`.
        case wordlike
        /// Letters, digits, `+` and `/`.
        case base64
        /// Anything.
        case any

        /// Whether the set contains a byte.
        package func contains(_ byte: UInt8) -> Bool {
            let isDigit = byte &- 0x30 < 10
            switch self {
            case .digits: return isDigit
            case .hexadecimal: return isDigit || byte &- 0x61 < 6
            case .capitalHexadecimal: return isDigit || byte &- 0x41 < 6
            case .alphanumeric: return isDigit || (byte | 0x20) &- 0x61 < 26
            case .wordlike:
                return isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            case .base64:
                return isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "+")
                    || byte == UInt8(ascii: "/")
            case .any: return true
            }
        }

        /// Whether the set contains all bytes of a range, which is in the bytes.
        func contains(_ range: Range<Int>, of bytes: RawSpan) -> Bool {
            switch self {
            case .digits: all(range, of: bytes) { $0.digits }
            case .hexadecimal:
                all(range, of: bytes) { $0.digits | $0.within(UInt8(ascii: "a"), UInt8(ascii: "f")) }
            case .capitalHexadecimal:
                all(range, of: bytes) { $0.digits | $0.within(UInt8(ascii: "A"), UInt8(ascii: "F")) }
            case .alphanumeric: all(range, of: bytes) { $0.digits | $0.letters }
            case .wordlike:
                all(range, of: bytes) {
                    $0.digits | $0.letters | $0.equal(to: UInt8(ascii: "-")) | $0.equal(to: UInt8(ascii: "_"))
                }
            case .base64:
                all(range, of: bytes) {
                    $0.digits | $0.letters | $0.equal(to: UInt8(ascii: "+")) | $0.equal(to: UInt8(ascii: "/"))
                }
            case .any: true
            }
        }

        /// Whether all bytes of a range are members, which are found eight at a time, each by its top bit.
        @inline(__always)
        private func all(_ range: Range<Int>, of bytes: RawSpan, _ members: (ByteOctet) -> UInt64) -> Bool {
            let all: UInt64 = 0x8080_8080_8080_8080
            guard range.count >= ByteOctet.count else {
                for place in range where !contains(bytes.knownByte(place)) { return false }
                return true
            }
            var place = range.lowerBound
            while place &+ ByteOctet.count < range.upperBound {
                guard members(ByteOctet(in: bytes, knownAt: place)) == all else { return false }
                place &+= ByteOctet.count
            }
            // The last eight bytes overlap those before them.
            return members(ByteOctet(in: bytes, knownAt: range.upperBound &- ByteOctet.count)) == all
        }

        /// The number of bits in `count` random characters of this set.
        func bits(of count: Int) -> Int {
            switch self {
            case .digits: count * 33 / 10
            case .hexadecimal, .capitalHexadecimal: count * 4
            case .alphanumeric, .wordlike, .base64, .any: count * 6
            }
        }

        /// The plural noun for the characters.
        fileprivate var noun: String {
            switch self {
            case .digits: "digits"
            case .hexadecimal: "hexadecimal digits"
            case .capitalHexadecimal: "hexadecimal digits in capitals"
            case .alphanumeric: "letters or digits"
            case .wordlike: "letters, digits, - or _"
            case .base64: "characters of Base64"
            case .any: "characters"
            }
        }
    }

    /// The text at the start of every boundary.
    package let prefix: String
    /// The lengths of the groups of random characters, which dashes separate; empty for a constant boundary.
    package let groups: [ClosedRange<Int>]
    /// The set that the random characters are drawn from.
    package let alphabet: Alphabet
    /// The text at the end of every boundary.
    package let suffix: String
    /// Whether the digits are those of a random UUID without its dashes: the version is 4, the variant 8, 9, a or b
    /// (RFC 9562 §5.4).
    package let isRandomUUID: Bool
    /// The bytes of ``prefix`` and ``suffix``, which most requests are compared with.
    private let fixed: (prefix: [UInt8], suffix: [UInt8])
    /// The lengths of its boundaries.
    package let lengths: ClosedRange<Int>

    /// Makes a shape.
    @inline(never)
    package init(
        _ prefix: String,
        _ groups: [ClosedRange<Int>] = [],
        of alphabet: Alphabet = .alphanumeric,
        suffix: String = "",
        isRandomUUID: Bool = false
    ) {
        self.prefix = prefix
        self.groups = groups
        self.alphabet = alphabet
        self.suffix = suffix
        self.isRandomUUID = isRandomUUID
        fixed = (Array(prefix.utf8), Array(suffix.utf8))
        lengths = Self.lengths(fixed.prefix.count + fixed.suffix.count, groups)
    }

    /// A UUID (RFC 9562 §4) after a prefix.
    package static func uuid(_ prefix: String = "", of alphabet: Alphabet = .hexadecimal) -> BoundaryShape {
        BoundaryShape(prefix, [8...8, 4...4, 4...4, 4...4, 12...12], of: alphabet)
    }

    /// The digits of a random UUID, without dashes.
    package static let plainUUID = BoundaryShape("", [32...32], of: .hexadecimal, isRandomUUID: true)

    /// The first eight bytes of its boundaries, and which of them are fixed.
    var start: (bytes: UInt64, mask: UInt64) {
        let bytes = fixed.prefix.prefix(ByteOctet.count).reversed()
        return bytes.reduce((0, 0)) { ($0.0 << 8 | UInt64($1), $0.1 << 8 | 0xFF) }
    }

    /// Whether a boundary of this shape identifies its client; random characters alone do not.
    package var isDistinctive: Bool { fixed.prefix.count + fixed.suffix.count >= 4 }

    /// The number of random bits of a boundary of `length` characters.
    ///
    /// Where two shapes match, the one with fewer random bits is far likelier: its fixed text seldom occurs
    /// by chance.
    package func bits(ofLength length: Int) -> Int {
        let random = length - fixed.prefix.count - fixed.suffix.count - max(groups.count - 1, 0)
        return alphabet.bits(of: max(random, 0)) - (isRandomUUID ? 6 : 0)
    }

    /// The lengths of boundaries with fixed text of a length and with groups of random characters.
    private static func lengths(_ fixed: Int, _ groups: [ClosedRange<Int>]) -> ClosedRange<Int> {
        var least = fixed + max(groups.count - 1, 0)
        var most = least
        for (index, group) in groups.enumerated() {
            least += group.lowerBound
            // Only the last group may vary in length.
            most += index == groups.count - 1 ? group.upperBound : group.lowerBound
        }
        return least...max(least, most)
    }

    /// Whether a boundary has the shape.
    package func matches(_ boundary: RawSpan) -> Bool {
        guard lengths.contains(boundary.byteCount),
            fixed.prefix.withUnsafeBytes({ boundary.begins(with: $0.bytes) })
        else {
            return false
        }
        // Random characters seldom begin with dashes; fixed prefixes often do.
        if !groups.isEmpty, boundary.holds("--", at: fixed.prefix.count) { return false }
        let end = boundary.byteCount - fixed.suffix.count
        let ending = boundary.extracting(last: fixed.suffix.count)
        guard fixed.suffix.withUnsafeBytes({ ending.begins(with: $0.bytes) }) else { return false }
        var place = fixed.prefix.count
        for index in groups.indices {
            if index > 0 {
                guard place < end, boundary.byte(place) == UInt8(ascii: "-") else { return false }
                place += 1
            }
            // Only the last group may vary in length.
            let next = index == groups.count - 1 ? end : place + groups[index].lowerBound
            guard next <= end, groups[index].contains(next - place) else { return false }
            guard alphabet.contains(place..<next, of: boundary) else { return false }
            place = next
        }
        guard isRandomUUID, place == end else { return place == end }
        let start = fixed.prefix.count
        return boundary.byte(start + 12) == UInt8(ascii: "4")
            && "89ab".utf8.contains(boundary.byte(start + 16))
    }

    /// The shape in words: `24 dashes, 16 hexadecimal digits`.
    package var text: String {
        var words: [String] = []
        if !prefix.isEmpty { words.append(Self.words(prefix)) }
        if !groups.isEmpty {
            words.append("\(counts) \(alphabet.noun)" + (groups.count == 2 ? " around a dash" : ""))
        }
        if !suffix.isEmpty { words.append(Self.words(suffix)) }
        if isRandomUUID { words.append("those of a random UUID") }
        if groups.isEmpty { words.append("constant") }
        return words.joined(separator: ", ")
    }

    /// The lengths of the groups: `31–32`, `17 and 32`, `8-4-4-4-12`, `4 times 16`.
    private var counts: String {
        let counts = groups.map { group in
            group.count == 1 ? "\(group.lowerBound)" : "\(group.lowerBound)–\(group.upperBound)"
        }
        if counts.count > 1, Set(counts).count == 1 { return "\(counts.count) times \(counts[0])" }
        // With a dash two would read as a range.
        return counts.joined(separator: counts.count == 2 ? " and " : "-")
    }

    /// A fixed text, with a long run of leading dashes replaced by its length.
    private static func words(_ text: String) -> String {
        let dashes = text.prefix { $0 == "-" }.count
        guard dashes > 4 else { return "“\(text)”" }
        let rest = text.dropFirst(dashes)
        return "\(dashes) dashes" + (rest.isEmpty ? "" : ", “\(rest)”")
    }
}

extension BoundaryShape: Equatable {
    /// Whether all boundaries of one shape have the other.
    package static func == (one: BoundaryShape, other: BoundaryShape) -> Bool {
        one.prefix == other.prefix && one.groups == other.groups && one.alphabet == other.alphabet
            && one.suffix == other.suffix && one.isRandomUUID == other.isRandomUUID
    }
}

extension ByteOctet {
    /// The decimal digits.
    fileprivate var digits: UInt64 { within(UInt8(ascii: "0"), UInt8(ascii: "9")) }
}
