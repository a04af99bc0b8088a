/// A node of a parsed pattern.
indirect enum PatternNode: Hashable, Sendable {
    /// The empty sequence.
    case empty
    /// One character of a set.
    case character(CharacterSet)
    /// The place before the first character.
    case start
    /// The place after the last character.
    case end
    /// One node after the other.
    case sequence([PatternNode])
    /// One of several nodes.
    case choice([PatternNode])
    /// A node repeated; `nil` for no upper bound.
    case repeated(PatternNode, from: Int, to: Int?)

    /// Ranges of characters, or all characters outside them.
    struct CharacterSet: Hashable, Sendable {
        /// The ranges, as Unicode scalar values.
        var ranges: [ClosedRange<UInt32>]
        /// Whether the characters outside the ranges are meant.
        var isInverted = false

        /// Whether a character belongs to the set.
        func contains(_ scalar: UInt32) -> Bool {
            ranges.contains { $0.contains(scalar) } != isInverted
        }

        /// One character.
        static func one(_ scalar: Unicode.Scalar) -> CharacterSet {
            CharacterSet(ranges: [scalar.value...scalar.value])
        }

        /// Every character but a line break.
        static let any = CharacterSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isInverted: true)

        /// The set that a backslash and a letter stand for; `nil` where there is none.
        static func escaped(_ letter: Unicode.Scalar) -> CharacterSet? {
            let lower = Unicode.Scalar(letter.value | 0x20) ?? letter
            let ranges: [ClosedRange<UInt32>]
            switch lower {
            case "d": ranges = [0x30...0x39]
            case "w": ranges = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
            case "s": ranges = [0x09...0x0D, 0x20...0x20]
            default: return nil
            }
            return CharacterSet(ranges: ranges, isInverted: lower != letter)
        }
    }
}
