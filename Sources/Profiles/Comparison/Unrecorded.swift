import Exchanges

/// What of a request its record does not tell, so that it is compared with nothing: that is no agreement.
package enum Unrecorded: String, Hashable, Sendable {
    /// A log has no body, and a head that was written anew.
    case body
    /// A log has the body as text, and a head that was written anew.
    case contents
    /// A log has the body without its framing, and a head that was written anew.
    case framing
    /// The capture lacks bytes of the head.
    case headBytes = "head-bytes"
    /// The capture lacks bytes of the body, or ends before it.
    case bodyBytes = "body-bytes"

    /// What is missing, and what is not compared for it: a clause without a full stop.
    package var words: String {
        switch self {
        case .body:
            "the log has no body, and its head was written anew: body, framing, and the order and spelling of fields "
                + "are not compared"
        case .contents:
            "the log has the body as text, and its head was written anew: contents, line ends, framing, and the order "
                + "and spelling of fields are not compared"
        case .framing:
            "the log has no framing, and its head was written anew: framing, and the order and spelling of fields are "
                + "not compared"
        case .headBytes: "the capture lacks bytes of the head: what may stand there is not compared"
        case .bodyBytes: "the capture lacks bytes of the body: what stood there is not compared"
        }
    }
}

extension ComparedRequest {
    /// What the request's record does not tell; none for one that nobody sent.
    package var unrecorded: [Unrecorded] {
        guard role != .reference, let request = exchange.request else { return [] }
        var lost: [Unrecorded] = []
        switch exchange.fidelity {
        case .heads: return [.body]
        case .text: lost.append(.contents)
        // Of a body without a head, no head was lost.
        case .body: if request.framing != .bare { lost.append(.framing) }
        case .wire: break
        }
        if request.headHasGap {
            lost.append(.headBytes)
        } else if isCut {
            lost.append(.bodyBytes)
        }
        return lost
    }
}
