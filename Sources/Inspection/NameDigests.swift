/// Digests of names that were met: what was not met may seem to have been, rarely; what was met never seems new.
struct NameDigests {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// Takes in the digest of a name, and says whether it may have been met before; 0 stands for no name.
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
