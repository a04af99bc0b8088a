/// The secrets of a Decryption Secrets Block.
///
/// (pcapng, draft-ietf-opsawg-pcapng §4.7.)
package struct DecryptionSecrets: Hashable, Sendable {
    /// The format of the bytes in a secrets block.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        /// The number in the block.
        package var rawValue: UInt32

        /// Makes a kind from the number in the block.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The text of an SSLKEYLOGFILE ("TLSK").
        package static let tlsKeyLog = Kind(rawValue: 0x544C_534B)
    }

    /// The format of the bytes.
    package var kind: Kind
    /// The secrets as in the block, without padding.
    package var bytes: [UInt8]
    /// The number of packets before the block.
    package var precedingFrames: Int

    /// Makes the secrets of a block.
    package init(kind: Kind, bytes: [UInt8], precedingFrames: Int) {
        self.kind = kind
        self.bytes = bytes
        self.precedingFrames = precedingFrames
    }
}
