/// The two ends of a connection.
///
/// `initiator` is the end that sent the SYN; where the capture began later it is the end that was seen sending
/// first, and ``ConnectionSummary/sawHandshake`` is false. Which end is the HTTP client is decided by the bytes, in
/// Exchanges.
@usableFromInline
package enum Side: UInt8, Hashable, Sendable {
    /// The end that opened the connection, or was seen sending first.
    case initiator
    /// The other end.
    case responder

    /// The other side.
    @inlinable
    package var other: Side {
        switch self {
        case .initiator: .responder
        case .responder: .initiator
        }
    }

    /// Whether two are the same: written out, so that other rooms compare without a call.
    @inlinable
    package static func == (left: Side, right: Side) -> Bool {
        switch (left, right) {
        case (.initiator, .initiator), (.responder, .responder): true
        default: false
        }
    }
}
