import Bytes
import Exchanges
import Forms

/// The form of a request's boundary: how long, of which characters, how written; never its text.
struct BoundaryTraits {
    private let boundary: [UInt8]
    private let quoting: Parameter.Quoting?

    /// Prepares for one request; `nil` where no boundary is known.
    init?(_ request: ComparedRequest) {
        let mediaType = request.exchange.request.flatMap { MediaType($0.fields) }
        guard let boundary = request.form?.boundary ?? mediaType?.declaredBoundaries.first else { return nil }
        self.boundary = boundary
        quoting = mediaType?.boundaries.first?.quoting
    }

    /// The traits.
    var traits: [Trait] {
        let dashes = boundary.prefix { $0 == UInt8(ascii: "-") }.count
        let count = boundary.count
        var traits = [
            Trait(.boundary, "length", "\(count) character\(count == 1 ? "" : "s")", .cosmetic),
            Trait(.boundary, "leading dashes", dashes == 0 ? "none" : "\(dashes)", .cosmetic),
            Trait(.boundary, "characters", Self.characters(boundary.dropFirst(dashes)), .cosmetic),
        ]
        if let text = quoting?.words {
            var trait = Trait(.boundary, "quoting", text, .mayMatter)
            trait.isTellingByAbsence = false
            traits.append(trait)
        }
        return traits
    }

    /// The kinds of characters, in words that do not depend on chance for any but the shortest boundaries.
    private static func characters(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = bytes.filter { $0 != UInt8(ascii: "-") }
        var words: [String] = []
        if !plain.isEmpty, plain.allSatisfy(\.isDigit) {
            words.append("digits")
        } else if !plain.isEmpty, plain.allSatisfy({ $0.hexValue != nil }) {
            words.append("\(plain.contains { $0 != $0.lowercased } ? "capital " : "")hexadecimal digits")
        } else if plain.contains(where: { ($0 | 0x20) &- 0x61 < 26 || $0.isDigit }) {
            words.append("letters and digits")
        }
        if bytes.contains(UInt8(ascii: "-")) { words.append("dashes") }
        if plain.contains(where: { ($0 | 0x20) &- 0x61 >= 26 && !$0.isDigit }) {
            words.append("other characters")
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
}

extension Parameter.Quoting {
    /// How a parameter's value is written, in words; `nil` where there is no value.
    var words: String? {
        switch self {
        case .bare: "without quotation marks"
        case .quoted: "between quotation marks"
        case .unterminated: "after a quotation mark that is never closed"
        case .absent: nil
        }
    }
}
