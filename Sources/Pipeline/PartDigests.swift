import Crypto
import Forms

/// The running SHA-256 digests of the contents of a form's parts.
struct PartDigests: Sendable {
    private var finished: [String] = []
    private var current: (part: Int, hash: SHA256)?

    /// Adds the next piece of content.
    mutating func add(_ piece: ContentPiece) {
        if current?.part != piece.part { advance(to: piece.part) }
        current?.hash.update(data: piece.bytes)
    }

    /// The digests of the first `count` parts, in lowercase hexadecimal.
    mutating func finish(count: Int) -> [String] {
        advance(to: count + 1)
        return Array(finished.prefix(count))
    }

    /// Closes the digests of all parts before `part`; parts without content have the digest of nothing.
    private mutating func advance(to part: Int) {
        if let current { finished.append(Self.text(current.hash.finalize())) }
        while finished.count < part - 1 { finished.append(Self.text(SHA256.hash(data: [UInt8]()))) }
        current = (part, SHA256())
    }

    private static func text(_ digest: SHA256Digest) -> String {
        digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
