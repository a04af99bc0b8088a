/// A set of name digests with rare false positives and no false negatives.
struct NameDigests {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// Adds the digest of a name, 0 for no name; returns whether it may have been added before.
    mutating func mayHold(_ digest: UInt64) -> Bool {
        guard digest != 0 else { return false }
        let low: UInt64 = 1 << (digest >> 58)
        let high: UInt64 = 1 << (digest >> 52 & 63)
        defer {
            first |= low
            second |= high
        }
        return first & low != 0 && second & high != 0
    }
}
