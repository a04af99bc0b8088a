import Bytes

/// How a dialect makes its boundaries: a fixed prefix and groups of random characters.
struct BoundaryForm: Sendable {
    /// The set that random characters are drawn from.
    enum Alphabet: String, Sendable {
        /// Digits.
        case digits = "0123456789"
        /// Hexadecimal digits with lowercase letters.
        case hex = "0123456789abcdef"
        /// Hexadecimal digits with uppercase letters.
        case capitalHex = "0123456789ABCDEF"
        /// Letters and digits.
        case alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    }

    /// The text at the start of every boundary.
    var prefix: String
    /// The lengths of the groups of random characters, which dashes separate; empty for a constant boundary.
    var groups: [Int]
    /// The set that random characters are drawn from.
    var alphabet: Alphabet

    /// Makes a form from a prefix and groups.
    init(_ prefix: String, _ groups: [Int] = [], of alphabet: Alphabet = .alphanumeric) {
        self.prefix = prefix
        self.groups = groups
        self.alphabet = alphabet
    }

    /// Whether all boundaries are the same.
    var isConstant: Bool { groups.isEmpty }

    /// Whether a boundary cannot be expected to occur in a file by chance: at least 64 random bits.
    var isUnguessable: Bool {
        let bits =
            switch alphabet {
            case .digits: 3
            case .hex, .capitalHex: 4
            case .alphanumeric: 5
            }
        return groups.reduce(0, +) * bits >= 64
    }

    /// Draws a boundary.
    func draw(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let characters = Array(alphabet.rawValue.utf8)
        var result = Array(prefix.utf8)
        for (index, count) in groups.enumerated() {
            if index > 0 { result.append(UInt8(ascii: "-")) }
            for _ in 0..<count {
                result.append(characters[Int.random(in: characters.indices, using: &generator)])
            }
        }
        return result
    }

    /// Whether a text is a valid boundary, with or without quotes (RFC 2046 §5.1.1).
    static func isBoundary(_ text: [UInt8]) -> Bool {
        (1...70).contains(text.count) && text.allSatisfy { $0.isBoundaryCharacter || $0 == 0x20 }
            && text.last != 0x20
    }

    /// The value of the parameter in Content-Type: a token unquoted, anything else between quotes.
    static func parameterValue(_ boundary: [UInt8]) -> String {
        let text = String(decoding: boundary, as: UTF8.self)
        return boundary.allSatisfy(\.isTokenCharacter) ? text : "\"\(text)\""
    }
}
