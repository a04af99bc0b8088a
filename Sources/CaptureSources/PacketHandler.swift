/// What is told of a packet capture as it is read, in the order of the file.
package protocol PacketHandler {
    /// The next packet; `bytes` are valid during the call only.
    mutating func packet(_ header: PacketHeader, _ bytes: RawSpan)

    /// The capture is damaged, cut off or not understood at some place; what could be read before it was told.
    mutating func problem(_ problem: CaptureProblem)

    /// The capture carries secrets with which packets can be decrypted.
    mutating func secrets(_ secrets: DecryptionSecrets)
}

extension PacketHandler {
    /// Ignores the secrets.
    package mutating func secrets(_ secrets: DecryptionSecrets) {}
}
