import Bytes
import Cryptography

/// The keys that decrypt one side's records, and the number of the next one.
struct RecordProtection {
    private enum Algorithm {
        /// The nonce is the record's number combined with an initialization vector (RFC 8446 §5.3, RFC 7905
        /// §2).
        case masked(RecordCipher, key: [UInt8], [UInt8])
        /// Eight bytes of the nonce precede the ciphertext (RFC 5288 §3).
        case explicit(key: [UInt8], [UInt8])
        /// Cipher block chaining.
        case chained(ChainedProtection)
    }

    /// The content of a record.
    struct Plaintext {
        /// The content type; `nil` where its number is unknown.
        var type: RecordHeader.ContentType?
        /// The bytes.
        var bytes: [UInt8]
    }

    /// The number of the next record, from 0 (RFC 8446 §5.3).
    var sequence: UInt64 = 0

    private var algorithm: Algorithm
    private let version: TLSVersion
    private let suite: CipherSuite
    private let secret: [UInt8]
    private var lastExplicitNonce: UInt64?

    /// Derives the keys from a traffic secret (RFC 8446 §7.3).
    init(trafficSecret: [UInt8], _ suite: CipherSuite) {
        let key = KeyDerivation.expand(trafficSecret, label: "key", length: suite.keyLength, suite.hash)
        let mask = KeyDerivation.expand(trafficSecret, label: "iv", length: 12, suite.hash)
        let cipher = suite.cipher == .chaCha20Poly1305 ? RecordCipher.chaCha20Poly1305 : .aesGCM
        algorithm = .masked(cipher, key: key, mask)
        version = .tls13
        self.suite = suite
        secret = trafficSecret
    }

    /// Derives the keys from a master secret (RFC 5246 §6.3).
    ///
    /// - Parameters:
    ///   - master: the master secret, 48 bytes.
    ///   - randoms: the server's random, then the client's.
    ///   - isClient: whether the keys are those for the client's records.
    ///   - parameters: what the hellos agreed on.
    init?(master: [UInt8], randoms: [UInt8], isClient: Bool, _ parameters: SessionParameters) {
        guard let suite = parameters.suite else { return nil }
        var macLength = 0
        var ivLength = 12
        switch suite.cipher {
        case .aesGCM: ivLength = 4
        case .chaCha20Poly1305: break
        case .aesCBC(let hash):
            macLength = hash.length
            ivLength = parameters.version == .tls10 ? 16 : 0
        }
        let block = KeyDerivation.prf(
            master,
            label: "key expansion",
            seed: randoms,
            length: 2 * (macLength + suite.keyLength + ivLength),
            parameters.version,
            suite.hash
        )
        let side = isClient ? 0 : 1
        func piece(after start: Int, _ length: Int) -> [UInt8] {
            Array(block[(start + side * length)..<(start + (side + 1) * length)])
        }
        let key = piece(after: 2 * macLength, suite.keyLength)
        let iv = piece(after: 2 * (macLength + suite.keyLength), ivLength)
        switch suite.cipher {
        case .aesGCM: algorithm = .explicit(key: key, iv)
        case .chaCha20Poly1305: algorithm = .masked(.chaCha20Poly1305, key: key, iv)
        case .aesCBC(let hash):
            algorithm = .chained(
                ChainedProtection(
                    key: key,
                    mac: (hash, piece(after: 0, macLength)),
                    isMACOutside: parameters.encryptsThenMACs,
                    chain: parameters.version == .tls10 ? iv : nil
                )
            )
        }
        version = parameters.version
        self.suite = suite
        secret = []
    }

    /// The keys after a KeyUpdate (RFC 8446 §7.2).
    var updated: RecordProtection {
        let next = KeyDerivation.expand(
            secret,
            label: "traffic upd",
            length: suite.hash.length,
            suite.hash
        )
        return RecordProtection(trafficSecret: next, suite)
    }

    /// How many bytes a record of application data takes besides the data; the least where it varies.
    var overhead: Int {
        let frame: Int
        switch algorithm {
        case .masked: frame = version == .tls13 ? 17 : 16
        case .explicit: frame = 24
        case .chained(let chained): frame = chained.overhead
        }
        return RecordHeader.length + frame
    }

    /// The number that the explicit nonce suggests for a record, `nil` where there is none to compare with.
    func suggestedSequence(of reader: borrowing RecordReader) -> UInt64? {
        guard case .explicit = algorithm, let last = lastExplicitNonce,
            let nonce = Self.explicitNonce(of: reader)
        else { return nil }
        return sequence &+ (nonce &- last &- 1)
    }

    /// Decrypts the record in a reader as the one with a number, which becomes the last number used.
    ///
    /// - Returns: its content; `nil` where it is not authentic.
    mutating func open(_ reader: inout RecordReader, as number: UInt64) -> Plaintext? {
        guard let header = reader.header else { return nil }
        let found: Plaintext?
        switch algorithm {
        case .masked(let cipher, let key, let mask):
            var nonce = mask
            for (index, byte) in number.bigEndianBytes.enumerated() { nonce[4 + index] ^= byte }
            reader.fill(nonce, at: 0)
            let data = authenticated(header, number, overhead: 16)
            found = opened(reader.buffer[...], cipher, key, data, header)
        case .explicit(let key, let salt):
            guard header.fragmentLength >= 24 else { return nil }
            reader.fill(salt, at: RecordReader.room - salt.count)
            let data = authenticated(header, number, overhead: 24)
            let sealed = reader.buffer[(RecordReader.room - salt.count)...]
            found = opened(sealed, .aesGCM, key, data, header)
            if found != nil { lastExplicitNonce = Self.explicitNonce(of: reader) }
        case .chained(var chained):
            let bytes = chained.open(reader.buffer[RecordReader.room...], header, number)
            algorithm = .chained(chained)
            found = bytes.map { Plaintext(type: header.type, bytes: $0) }
        }
        if found != nil { sequence = number &+ 1 }
        return found
    }

    /// The data that is authenticated but not encrypted (RFC 8446 §5.2, RFC 5246 §6.2.3.3).
    private func authenticated(_ header: RecordHeader, _ number: UInt64, overhead: Int) -> [UInt8] {
        if version == .tls13 { return header.bytes }
        let length = UInt16(truncatingIfNeeded: max(header.fragmentLength - overhead, 0))
        return number.bigEndianBytes + header.bytes.prefix(3) + length.bigEndianBytes
    }

    private func opened(
        _ sealed: ArraySlice<UInt8>,
        _ cipher: RecordCipher,
        _ key: [UInt8],
        _ data: [UInt8],
        _ header: RecordHeader
    ) -> Plaintext? {
        guard var bytes = cipher.open(sealed.span.bytes, key: key, authenticating: data) else { return nil }
        guard version == .tls13 else { return Plaintext(type: header.type, bytes: bytes) }
        // Zeros pad the record; the last byte before them says what it carries (RFC 8446 §5.4).
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0 { end -= 1 }
        guard end > 0 else { return Plaintext(type: nil, bytes: []) }
        let type = RecordHeader.ContentType(rawValue: bytes[end - 1])
        bytes.removeLast(bytes.count - end + 1)
        return Plaintext(type: type, bytes: bytes)
    }

    private static func explicitNonce(of reader: borrowing RecordReader) -> UInt64? {
        let start = RecordReader.room
        guard reader.buffer.count >= start + 8 else { return nil }
        return reader.buffer[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension FixedWidthInteger {
    /// The bytes in network order.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}
