/// The random of a ClientHello, by which a key log names a session (RFC 8446 §4.1.2, RFC 9850 §2).
package struct ClientRandom: Hashable, Sendable {
    /// How many bytes it has.
    static let length = 32

    private let words: SIMD4<UInt64>

    /// Makes a random from its bytes; `nil` where they are not 32.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
        self.words = words
    }

    /// The 32 bytes.
    var bytes: [UInt8] {
        (0..<Self.length).map { index in
            UInt8(truncatingIfNeeded: words[index / 8] >> UInt64((7 - index % 8) * 8))
        }
    }
}
