/// What was done to a message's content before its source kept it.
package enum KeptRepresentation: UInt8, Hashable, Sendable {
    /// Nothing: its bytes are those that were sent, without their transfer coding.
    case sent
    /// The content codings were taken off (RFC 9110 §8.4), which the fields may still declare.
    case decoded
    /// The content codings were taken off, and the rest was decoded as text, which is in UTF-8 now.
    case text
}
