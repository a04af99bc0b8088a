import Bytes
import Exchanges

/// How the length of a body is delimited, and in what pieces it was sent.
struct FramingTraits {
    /// The number of piece sizes that are listed.
    private static let listedPieces = 6

    private let request: ComparedRequest
    private let message: Message

    /// Reads one request; `nil` where its framing is not known.
    init?(_ request: ComparedRequest) {
        guard let message = request.exchange.request, message.head.framing != .bare, !message.head.hasGap
        else {
            return nil
        }
        self.request = request
        self.message = message
    }

    /// The traits.
    var traits: [Trait] {
        let framing = Trait(.framing, "end of the body", words, .receiversDiffer)
        // HTTP/2 has its own framing, which the version trait covers.
        return [
            request.isMultiplexed ? framing.unknown("by DATA frames") : framing,
            length,
            excess,
            pieces("chunks", of: .chunked),
            pieces("DATA frames", of: .h2Data),
        ]
    }

    private var words: String {
        switch message.head.framing {
        case .none, .bare: "no body"
        case .contentLength: "given by Content-Length"
        case .chunked: "given by chunks"
        case .h2Data: "given by DATA frames"
        case .untilClose: "given by the end of the connection"
        }
    }

    /// Whether Content-Length is correct, not its value, which depends on the boundary's length.
    private var length: Trait {
        func trait(_ text: String) -> Trait { Trait(.framing, "Content-Length", text, .mayMatter) }
        guard !request.isCut, request.exchange.fidelity == .wire else { return trait("").unknown() }
        if let declared = message.head.declaredLength {
            let sent = message.content.bodyLength + message.content.excessLength
            return trait(declared == sent ? "right" : "says \(declared), \(sent) bytes were sent")
        }
        guard message.head.fields.first(named: "content-length") == nil else {
            return trait("not one number")
        }
        // A chunked body has no Content-Length: the framing trait covers it.
        return message.head.framing == .chunked ? trait("none").unknown("–") : trait("none")
    }

    private var excess: Trait {
        let text = message.content.excessLength == 0 ? "none" : "some"
        let trait = Trait(.framing, "bytes after the body", text, .receiversDiffer)
        // A Content-Length that is too small is reported separately.
        return message.head.framing == .contentLength ? trait.unknown() : trait
    }

    /// The sizes of the pieces in which the body was sent; known only for this framing.
    private func pieces(_ name: String, of framing: MessageFraming) -> Trait {
        let sizes = request.pieces
        let listed = sizes.prefix(Self.listedPieces).map(String.init).joined(separator: ", ")
        let text = "\(sizes.count): \(listed)\(sizes.count > Self.listedPieces ? ", …" : "")"
        var trait = Trait(.framing, name, text, .cosmetic)
        // A log keeps a body without its pieces.
        guard message.head.framing == framing, !sizes.isEmpty, !request.isCut,
            request.exchange.fidelity == .wire
        else { return trait.unknown("–") }
        // The text lists only some of the sizes; all are compared.
        let compared = framing == .h2Data ? Self.joiningCutFrames(sizes) : sizes
        trait.state = .known(Array("\(compared)".utf8))
        return trait
    }

    /// The bytes that a client may send before a server lets it send more, at least where the server asks for nothing else
    /// (RFC 9113 §6.9.2).
    private static let initialWindow = 65_535

    /// The sizes of DATA frames, with one in place of two where the server's window has cut a frame: that varies between runs of
    /// one client.
    private static func joiningCutFrames(_ sizes: [Int]) -> [Int] {
        let whole = sizes.max() ?? 0
        var (joined, sent): ([Int], Int) = ([], 0)
        for size in sizes {
            if let last = joined.last, sent >= initialWindow, last < whole, last + size == whole {
                joined[joined.count - 1] = whole
            } else {
                joined.append(size)
            }
            sent += size
        }
        return joined
    }
}
