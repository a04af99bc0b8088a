import Cryptography

/// How the records of a session are protected, by the suite number that the ServerHello chose (RFC 8446 §B.4,
/// RFC 5246 §A.5).
struct CipherSuite: Hashable, Sendable {
    /// How records are encrypted.
    enum Cipher: Hashable, Sendable {
        /// AES in Galois/Counter Mode (RFC 5288).
        case aesGCM
        /// ChaCha20 with Poly1305 (RFC 7905).
        case chaCha20Poly1305
        /// AES in cipher block chaining with an HMAC (RFC 5246 §6.2.3.2).
        case aesCBC(HashFunction)
    }

    /// How records are encrypted.
    let cipher: Cipher
    /// The length of the cipher's key, in bytes.
    let keyLength: Int
    /// The hash from which keys are derived.
    let hash: HashFunction
    /// Whether it is one of TLS 1.3.
    let isTLS13: Bool

    /// The suite with a number; `nil` where it is not supported.
    init?(_ number: UInt16) {
        switch number {
        case 0x1301: self.init(.aesGCM, 16, .sha256, isTLS13: true)
        case 0x1302: self.init(.aesGCM, 32, .sha384, isTLS13: true)
        case 0x1303: self.init(.chaCha20Poly1305, 32, .sha256, isTLS13: true)
        // In all families with Galois/Counter Mode, suites with short and long keys alternate.
        case 0x009C...0x00AD: self.init(gcmIsLong: !number.isMultiple(of: 2))
        case 0xC02B...0xC032: self.init(gcmIsLong: number.isMultiple(of: 2))
        case 0xD001, 0xD002: self.init(gcmIsLong: number == 0xD002)
        case 0xCCA8...0xCCAE: self.init(.chaCha20Poly1305, 32, .sha256)
        case 0x002F...0x0034, 0x008C, 0x0090, 0x0094: self.init(.aesCBC(.sha1), 16, .sha256)
        case 0x0035...0x003A, 0x008D, 0x0091, 0x0095: self.init(.aesCBC(.sha1), 32, .sha256)
        case 0xC004, 0xC009, 0xC00E, 0xC013, 0xC018, 0xC035: self.init(.aesCBC(.sha1), 16, .sha256)
        case 0xC005, 0xC00A, 0xC00F, 0xC014, 0xC019, 0xC036: self.init(.aesCBC(.sha1), 32, .sha256)
        case 0x003C, 0x003E...0x0040, 0x0067, 0x006C: self.init(.aesCBC(.sha256), 16, .sha256)
        case 0x003D, 0x0068...0x006B, 0x006D: self.init(.aesCBC(.sha256), 32, .sha256)
        case 0x00AE, 0x00B2, 0x00B6, 0xC023, 0xC025, 0xC027, 0xC029, 0xC037:
            self.init(.aesCBC(.sha256), 16, .sha256)
        case 0x00AF, 0x00B3, 0x00B7, 0xC024, 0xC026, 0xC028, 0xC02A, 0xC038:
            self.init(.aesCBC(.sha384), 32, .sha384)
        default: return nil
        }
    }

    private init(_ cipher: Cipher, _ keyLength: Int, _ hash: HashFunction, isTLS13: Bool = false) {
        self.cipher = cipher
        self.keyLength = keyLength
        self.hash = hash
        self.isTLS13 = isTLS13
    }

    private init(gcmIsLong: Bool) {
        self.init(.aesGCM, gcmIsLong ? 32 : 16, gcmIsLong ? .sha384 : .sha256)
    }
}
