/// The first five bytes of a record (RFC 8446 §5.1).
struct RecordHeader: Hashable, Sendable {
    /// What a record carries.
    enum ContentType: UInt8, Sendable {
        /// ChangeCipherSpec: the sender's following records are protected.
        case changeCipherSpec = 20
        /// An alert.
        case alert = 21
        /// A piece of the handshake.
        case handshake = 22
        /// Application data, or in TLS 1.3 anything protected.
        case applicationData = 23
        /// A heartbeat (RFC 6520).
        case heartbeat = 24
    }

    /// How many bytes a header has.
    static let length = 5
    /// The greatest length of a fragment, in bytes: 2^14, and 2,048 more where it is protected (RFC 5246 §6.2.3).
    static let fragmentLimit = (1 << 14) + 2_048

    /// What the record carries.
    let type: ContentType
    /// The version in the header, which need not be the one that was chosen.
    let version: UInt16
    /// The length of the fragment, in bytes.
    let fragmentLength: Int

    /// Reads a header; `nil` where the bytes cannot be one.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.length))
        guard bytes.count == Self.length, let type = ContentType(rawValue: bytes[0]), bytes[1] == 3,
            bytes[2] <= 4
        else { return nil }
        fragmentLength = Int(bytes[3]) << 8 | Int(bytes[4])
        guard fragmentLength <= Self.fragmentLimit else { return nil }
        self.type = type
        version = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    }

    /// The bytes that the header was read from.
    var bytes: [UInt8] {
        [
            type.rawValue, UInt8(truncatingIfNeeded: version >> 8), UInt8(truncatingIfNeeded: version),
            UInt8(truncatingIfNeeded: fragmentLength >> 8), UInt8(truncatingIfNeeded: fragmentLength),
        ]
    }

    /// Whether bytes may begin a connection secured by TLS; the answer is reliable from three bytes on.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        for (index, byte) in bytes.prefix(4).enumerated() {
            let fits =
                switch index {
                case 0: (0x14...0x17).contains(byte)
                case 1: byte == 0x03
                case 2: byte <= 0x04
                default: byte <= 0x48
                }
            guard fits else { return false }
        }
        return true
    }
}
