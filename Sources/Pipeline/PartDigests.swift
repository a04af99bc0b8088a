import Cryptography
import Forms

/// The running SHA-256 digests of the contents of a form's parts.
struct PartDigests: Sendable {
    private var finished: [String] = []
    private var current: (part: Int, running: RunningDigest)?

    /// Adds the next piece of content.
    mutating func add(_ piece: ContentPiece) {
        if current?.part != piece.part { advance(to: piece.part) }
        current?.running.add(piece.bytes[...])
    }

    /// The digests of the first `count` parts, in lowercase hexadecimal.
    mutating func finish(count: Int) -> [String] {
        advance(to: count + 1)
        return Array(finished.prefix(count))
    }

    /// Closes the digests of all parts before `part`; parts without content have the digest of nothing.
    private mutating func advance(to part: Int) {
        if let current { finished.append(current.running.digest.text) }
        while finished.count < part - 1 { finished.append(HashFunction.sha256.digest(of: []).text) }
        current = (part, RunningDigest(.sha256))
    }
}
