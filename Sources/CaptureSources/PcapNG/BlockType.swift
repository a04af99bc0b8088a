/// The type of a pcapng block (draft-ietf-opsawg-pcapng §11.1).
struct BlockType: RawRepresentable, Hashable, Sendable {
    /// The number in the file.
    var rawValue: UInt32

    static let interfaceDescription = BlockType(rawValue: 1)
    static let obsoletePacket = BlockType(rawValue: 2)
    static let simplePacket = BlockType(rawValue: 3)
    static let interfaceStatistics = BlockType(rawValue: 5)
    static let enhancedPacket = BlockType(rawValue: 6)
    static let decryptionSecrets = BlockType(rawValue: 0x0A)
    /// The number reads the same in both byte orders.
    static let sectionHeader = BlockType(rawValue: 0x0A0D_0D0A)

    /// An entry of systemd's journal: not a packet, but Wireshark counts it as a frame.
    static let journalExport = BlockType(rawValue: 9)
    /// A system call of sysdig, which Wireshark counts as a frame.
    static let systemEvent = BlockType(rawValue: 0x204)
    /// A system call of sysdig with flags, which Wireshark counts as a frame.
    static let systemEventFlags = BlockType(rawValue: 0x208)

    /// A private block that may be copied, which Wireshark counts as a frame.
    static let custom = BlockType(rawValue: 0x0000_0BAD)
    /// A private block that must not be copied, which Wireshark counts as a frame.
    static let customNotCopied = BlockType(rawValue: 0x4000_0BAD)

    /// The least length in bytes of a block of this type, including its two lengths and its type.
    var minimumLength: Int {
        switch self {
        case .sectionHeader: 28
        case .interfaceDescription: 20
        case .enhancedPacket, .obsoletePacket: 32
        case .simplePacket: 16
        case .decryptionSecrets: 20
        default: 12
        }
    }
}
