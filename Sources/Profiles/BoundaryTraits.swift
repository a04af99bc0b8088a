import Bytes
import Exchanges
import Forms

/// The form of a request's boundary: how long, of which characters, how written; never its text.
struct BoundaryTraits {
    private static let subject = "boundary"

    private let boundary: [UInt8]
    private let quoting: Parameter.Quoting?

    /// Prepares for one request; `nil` where no boundary is known.
    init?(_ request: ComparedRequest) {
        let fields = request.exchange.request?.fields
        let mediaType = fields.flatMap { MediaType($0) }
        guard
            let boundary = request.form?.boundary
                ?? mediaType?.declaredBoundaries.first
        else { return nil }
        self.boundary = boundary
        quoting = mediaType?.boundaries.first?.quoting
    }

    /// The traits.
    var traits: [Trait] {
        let dashes = boundary.prefix { $0 == UInt8(ascii: "-") }.count
        var traits = [
            Trait(Self.subject, "length", "\(boundary.count) characters", .cosmetic),
            Trait(Self.subject, "leading dashes", "\(dashes)", .cosmetic),
            Trait(Self.subject, "characters", Self.characters(boundary.dropFirst(dashes)), .cosmetic),
        ]
        let text: String? =
            switch quoting {
            case .bare: "token"
            case .quoted: "quoted"
            case .unterminated: "quotation mark that is never closed"
            case .absent, nil: nil
            }
        if let text { traits.append(Trait(Self.subject, "quoting", text, .receiversDiffer)) }
        return traits
    }

    /// The kinds of characters, in words that do not depend on chance for any but the shortest boundaries.
    private static func characters(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = bytes.filter { $0 != UInt8(ascii: "-") }
        var words: [String] = []
        if !plain.isEmpty, plain.allSatisfy(\.isDigit) {
            words.append("digits")
        } else if !plain.isEmpty, plain.allSatisfy({ $0.hexValue != nil }) {
            words.append("hexadecimal digits")
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
