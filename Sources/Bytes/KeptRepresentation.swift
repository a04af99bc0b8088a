/// What was done to a message's content before its source stored it.
package enum KeptRepresentation: UInt8, Hashable, Sendable {
    /// Nothing: the bytes are those sent, without the transfer coding.
    case sent
    /// The content codings were removed (RFC 9110 §8.4), which the fields may still declare.
    case decoded
    /// The content codings were removed, and the result was decoded to text, which is now in UTF-8.
    case text
}
