import Bytes
import Exchanges
import Forms

/// The shape of a request's boundary: its length, characters and quoting, but not its text.
struct BoundaryTraits {
    /// Random bits above which a boundary without characters of the wider alphabet was not drawn from it: a
    /// probability of one in a million.
    private static let chanceBits = 20

    private let boundary: [UInt8]
    private let quoting: Parameter.Quoting?
    /// The number of leading dashes.
    private let dashes: Int
    /// Its letters and digits.
    private let drawn: [UInt8]
    /// Whether there are dashes between them.
    private let hasDashes: Bool
    /// Whether there are other characters.
    private let hasOthers: Bool
    /// The alphabet that its letters and digits seem to be drawn from.
    private var alphabet: BoundaryShape.Alphabet

    /// Reads one request; `nil` where no boundary is known.
    private init?(_ request: ComparedRequest) {
        let mediaType = request.exchange.request.flatMap { MediaType($0.head.fields) }
        guard let boundary = request.form?.boundary ?? mediaType?.declaredBoundaries.first else { return nil }
        self.boundary = boundary
        quoting = mediaType?.boundaries.first?.quoting
        dashes = boundary.prefix { $0 == UInt8(ascii: "-") }.count
        drawn = boundary.filter(BoundaryShape.Alphabet.alphanumeric.contains)
        hasDashes = boundary.dropFirst(dashes).contains(UInt8(ascii: "-"))
        hasOthers = boundary.contains {
            $0 != UInt8(ascii: "-") && !BoundaryShape.Alphabet.alphanumeric.contains($0)
        }
        let characters = drawn
        let narrow: [BoundaryShape.Alphabet] = [.digits, .hexadecimal, .capitalHexadecimal]
        alphabet = narrow.first { characters.allSatisfy($0.contains) } ?? .alphanumeric
    }

    /// Reads the requests of a comparison, in order; `nil` for those without a known boundary.
    ///
    /// Random hexadecimal digits may happen to contain no letter: a boundary that resembles another one, and
    /// may plausibly be drawn from its alphabet, is treated as if it was.
    static func all(of requests: [ComparedRequest]) -> [BoundaryTraits?] {
        let all = requests.map(BoundaryTraits.init)
        return all.map { traits in
            traits.map { traits in
                all.reduce(into: traits) { result, other in
                    if let other, result.mayBeDrawn(like: other) { result.alphabet = other.alphabet }
                }
            }
        }
    }

    private func mayBeDrawn(like other: BoundaryTraits) -> Bool {
        guard boundary.count == other.boundary.count, dashes == other.dashes,
            hasDashes == other.hasDashes, hasOthers == other.hasOthers,
            drawn.allSatisfy(other.alphabet.contains)
        else { return false }
        let chance = other.alphabet.bits(of: drawn.count) - alphabet.bits(of: drawn.count)
        return (1...Self.chanceBits).contains(chance)
    }

    /// The traits.
    var traits: [Trait] {
        let count = boundary.count
        var traits = [
            Trait(.boundary, "length", "\(count) character\(count == 1 ? "" : "s")", .cosmetic),
            Trait(.boundary, "leading dashes", dashes == 0 ? "none" : "\(dashes)", .cosmetic),
            Trait(.boundary, "characters", characters, .cosmetic),
        ]
        if let text = quoting?.words {
            var trait = Trait(.boundary, "quoting", text, .mayMatter)
            trait.isTellingByAbsence = false
            traits.append(trait)
        }
        return traits
    }

    /// The kinds of characters after the leading dashes.
    private var characters: String {
        var words: [String] = []
        if !drawn.isEmpty { words.append(kind) }
        if hasDashes { words.append("dashes") }
        if hasOthers { words.append("other characters") }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private var kind: String {
        switch alphabet {
        case .digits: "digits"
        case .hexadecimal: "hexadecimal digits"
        case .capitalHexadecimal: "capital hexadecimal digits"
        case .alphanumeric, .wordlike, .base64, .any: "letters and digits"
        }
    }
}

extension Parameter.Quoting {
    /// How a parameter's value is quoted, in words; `nil` where there is no value.
    var words: String? {
        switch self {
        case .bare: "without quotation marks"
        case .quoted: "between quotation marks"
        case .unterminated: "after a quotation mark that is never closed"
        case .absent: nil
        }
    }
}
