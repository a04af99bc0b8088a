import Bytes
import Connections
import Cryptography

@testable import Decryption

/// Writes a session of TLS 1.3 with secrets that the test chooses.
struct SessionWriter {
    /// The key log of the session.
    static let keyLog = SessionSecrets.Label.allCases.filter { $0 != .master }.map { label in
        "\(label.name) \(hexadecimal(random)) \(hexadecimal(secret(label)))"
    }.joined(separator: "\n")

    /// The client's random.
    static let random = [UInt8](100..<132)

    /// The secret under a label.
    static func secret(_ label: SessionSecrets.Label) -> [UInt8] {
        [UInt8](repeating: label.rawValue + 1, count: 32)
    }

    /// The lines of the log whose labels contain a word.
    static func keyLog(of word: String) -> String {
        keyLog.split(separator: "\n").filter { $0.contains(word) }.joined(separator: "\n")
    }

    /// The suite: AES-128 in Galois/Counter Mode.
    static let suite: UInt16 = 0x1301

    /// Who sends.
    let isClient: Bool
    private var secret: [UInt8] = []
    private var sequence: UInt64 = 0

    /// Writes the records of one side, from its Finished message on.
    init(isClient: Bool) {
        self.isClient = isClient
        enter(isClient ? .clientHandshake : .serverHandshake)
    }

    /// The two hellos, each in a record.
    static func hellos(suite: UInt16 = Self.suite) -> [Step] {
        let name: [UInt8] = [0, 0, 0, 9, 0, 7, 0, 0, 4] + Array("test".utf8)
        let versions: [UInt8] = [0, 43, 0, 3, 2, 3, 4]
        let client =
            [3, 3] + random + [0, 0, 2] + suite.bigEndianBytes + [1, 0] + vector(name + versions)
        let server =
            [3, 3] + [UInt8](repeating: 9, count: 32) + [0] + suite.bigEndianBytes + [0]
            + vector([0, 43, 0, 2, 3, 4])
        return [
            .sent(.initiator, record(22, message(1, client))),
            .sent(.responder, record(22, message(2, server))),
        ]
    }

    /// A handshake message.
    static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 0] + UInt16(truncatingIfNeeded: body.count).bigEndianBytes + body
    }

    /// A record that is not protected.
    static func record(_ type: UInt8, _ fragment: [UInt8]) -> [UInt8] {
        [type, 3, 3] + UInt16(truncatingIfNeeded: fragment.count).bigEndianBytes + fragment
    }

    /// A protected record.
    mutating func seal(_ bytes: [UInt8], type: UInt8 = 23, padding: Int = 0) -> [UInt8] {
        let key = KeyDerivation.expand(secret, label: "key", length: 16, .sha256)
        var nonce = KeyDerivation.expand(secret, label: "iv", length: 12, .sha256)
        for (index, byte) in sequence.bigEndianBytes.enumerated() { nonce[4 + index] ^= byte }
        sequence += 1
        let content = bytes + [type] + [UInt8](repeating: 0, count: padding)
        let header = [23, 3, 3] + UInt16(truncatingIfNeeded: content.count + 16).bigEndianBytes
        return header + AESSealing.seal(content, key: key, nonce: nonce, authenticating: header)
    }

    /// A record of text.
    mutating func seal(_ text: String) -> [UInt8] { seal(Array(text.utf8)) }

    /// The Finished message; then come records of application data.
    mutating func finish() -> [UInt8] {
        let record = seal(Self.message(20, [UInt8](repeating: 1, count: 32)), type: 22)
        enter(isClient ? .clientTraffic : .serverTraffic)
        return record
    }

    /// A KeyUpdate; then come records with other keys.
    mutating func update() -> [UInt8] {
        let record = seal(Self.message(24, [0]), type: 22)
        secret = KeyDerivation.expand(secret, label: "traffic upd", length: 32, .sha256)
        sequence = 0
        return record
    }

    private mutating func enter(_ label: SessionSecrets.Label) {
        secret = Self.secret(label)
        sequence = 0
    }

    private static func vector(_ bytes: [UInt8]) -> [UInt8] {
        UInt16(truncatingIfNeeded: bytes.count).bigEndianBytes + bytes
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
}
