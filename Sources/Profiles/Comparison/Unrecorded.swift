import Exchanges

/// What a request's record lacks, so that it cannot be compared: that is not agreement.
package enum Unrecorded: String, Hashable, Sendable {
    /// A log without the body, and with a rewritten head.
    case body
    /// A log with the body as text, and a rewritten head.
    case contents
    /// A log with a dot for each byte that is not printable.
    case maskedBytes = "masked-bytes"
    /// A log with the body without its framing, and a rewritten head.
    case framing
    /// The capture has gaps in the head.
    case headBytes = "head-bytes"
    /// The capture has gaps in the body, or ends before it.
    case bodyBytes = "body-bytes"

    /// What is missing, and what is therefore not compared: a clause without a full stop.
    package var words: String {
        switch self {
        case .body:
            "the log has no body, and its head was written anew: body, framing, and the order and spelling of fields "
                + "are not compared"
        case .contents:
            "the log has the body as text, and its head was written anew: contents, line ends, framing, and the order "
                + "and spelling of fields are not compared"
        case .maskedBytes:
            "the log writes `.` for each byte that is not printable: names with a dot may be other ones, and alike where "
                + "they differ"
        case .framing:
            "the log has no framing, and its head was written anew: framing, and the order and spelling of fields are "
                + "not compared"
        case .headBytes: "the capture lacks bytes of the head: what may stand there is not compared"
        case .bodyBytes: "the capture lacks bytes of the body: what stood there is not compared"
        }
    }
}

extension ComparedRequest {
    /// What the request's record lacks; empty for a generated request.
    package var unrecorded: [Unrecorded] {
        guard role != .reference, let request = exchange.request else { return [] }
        var lost: [Unrecorded] = []
        switch exchange.fidelity {
        case .heads: return [.body]
        case .text:
            lost.append(.contents)
            if exchange.isMasked { lost.append(.maskedBytes) }
        // A body recorded without a head has lost no framing.
        case .body: if request.head.framing != .bare { lost.append(.framing) }
        case .wire: break
        }
        if !request.head.isWhole {
            lost.append(.headBytes)
        } else if isCut {
            lost.append(.bodyBytes)
        }
        return lost
    }
}
