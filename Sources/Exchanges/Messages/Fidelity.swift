/// How much of an exchange its source proves, from the least to the most.
///
/// A packet capture holds what was on the wire; a proxy's log holds what the proxy chose to keep. A rule
/// declares what it needs and is not run on less, so that no client is blamed for what a recorder lost.
package enum Fidelity: UInt8, Hashable, Comparable, CaseIterable, Sendable {
    /// Heads alone: no byte of a body was kept.
    case heads
    /// Bodies as text that was decoded and encoded again: their bytes, line ends and lengths may not be those sent.
    case text
    /// The exact bytes of bodies without their transfer coding, under heads that the recorder rewrote.
    case body
    /// Every byte as it was on the wire.
    case wire

    /// The word that reports use for it.
    package var name: String {
        switch self {
        case .heads: "heads"
        case .text: "text"
        case .body: "body"
        case .wire: "wire"
        }
    }

    /// Heads alone prove the least, the wire proves the most.
    package static func < (left: Fidelity, right: Fidelity) -> Bool { left.rawValue < right.rawValue }
}
