/// Receives the contents of a packet capture in the order of the file.
package protocol PacketHandler {
    /// Whether nothing more is wanted: reading ends with the block that is being read.
    var isFinished: Bool { get }

    /// A comment on the packet that follows; valid only during the call.
    mutating func comment(_ bytes: RawSpan)

    /// The next packet; `bytes` are valid only during the call.
    mutating func packet(_ header: PacketHeader, _ bytes: RawSpan)

    /// A fault in the capture at some place; what precedes it was reported before.
    mutating func problem(_ problem: CaptureProblem)

    /// The capture contains secrets for decryption.
    mutating func secrets(_ secrets: DecryptionSecrets)
}

extension PacketHandler {
    /// Wants all.
    package var isFinished: Bool { false }

    /// Ignores the comment.
    package mutating func comment(_ bytes: RawSpan) {}

    /// Ignores the secrets.
    package mutating func secrets(_ secrets: DecryptionSecrets) {}
}
