import Bytes
import Exchanges

/// How the end of a body is told, and in what pieces it was sent.
struct FramingTraits {
    /// Sizes of pieces that are told one by one.
    private static let toldPieces = 6

    private let request: ComparedRequest
    private let message: Message

    /// Prepares for one request; `nil` where nothing is known of its framing.
    init?(_ request: ComparedRequest) {
        guard let message = request.exchange.request, message.framing != .bare, !message.headHasGap else {
            return nil
        }
        self.request = request
        self.message = message
    }

    /// The traits.
    var traits: [Trait] {
        let framing = Trait(.framing, "end of the body", words, .receiversDiffer)
        // HTTP/2 has its own framing: that is a matter of the version.
        return [
            request.isMultiplexed ? framing.unknown("by DATA frames") : framing,
            length,
            excess,
            pieces("chunks", of: .chunked),
            pieces("DATA frames", of: .h2Data),
        ]
    }

    private var words: String {
        switch message.framing {
        case .none, .bare: "no body"
        case .contentLength: "told by Content-Length"
        case .chunked: "told by chunks"
        case .h2Data: "told by DATA frames"
        case .untilClose: "told by the end of the connection"
        }
    }

    /// Whether Content-Length tells the truth, not what it is: that follows from the boundary's length.
    private var length: Trait {
        func trait(_ text: String) -> Trait { Trait(.framing, "Content-Length", text, .mayMatter) }
        guard !request.isCut, request.exchange.fidelity == .wire else { return trait("").unknown() }
        if let declared = message.declaredLength {
            let sent = message.bodyLength + message.excessLength
            return trait(declared == sent ? "right" : "says \(declared), \(sent) bytes were sent")
        }
        guard message.fields.first(named: "content-length") == nil else { return trait("not one number") }
        // A body in chunks has none: that is told as the way in which its end is found.
        return message.framing == .chunked ? trait("none").unknown("–") : trait("none")
    }

    private var excess: Trait {
        let text = message.excessLength == 0 ? "none" : "some"
        let trait = Trait(.framing, "bytes after the body", text, .receiversDiffer)
        // Where Content-Length is too small, that is told by itself.
        return message.framing == .contentLength ? trait.unknown() : trait
    }

    /// The sizes of the pieces in which the body was sent; known only where it was sent in such.
    private func pieces(_ name: String, of framing: MessageFraming) -> Trait {
        let sizes = request.pieces
        let told = sizes.prefix(Self.toldPieces).map(String.init).joined(separator: ", ")
        let text = "\(sizes.count): \(told)\(sizes.count > Self.toldPieces ? ", …" : "")"
        var trait = Trait(.framing, name, text, .cosmetic)
        // A log keeps a body without the pieces in which it came.
        guard message.framing == framing, !sizes.isEmpty, !request.isCut, request.exchange.fidelity == .wire
        else { return trait.unknown("–") }
        // What is told is a part of what is compared.
        trait.state = .known(Array("\(sizes)".utf8))
        return trait
    }
}
