import Bytes

/// A set of bytes; those beyond ASCII are in it all or not at all.
struct ByteSet: Sendable {
    /// The bytes below 0x40, and those from there to 0x7F, a bit each.
    private var (low, high) = (UInt64(0), UInt64(0))
    private var hasOthers = false

    /// Makes an empty set.
    init() {}

    /// The bytes that occur in a span.
    init(of bytes: RawSpan) {
        var (low, high, all) = (UInt64(0), UInt64(0), UInt8(0))
        for index in 0..<bytes.byteCount {
            let byte = bytes.knownByte(index)
            all |= byte
            // Of a byte beyond ASCII the set says no more than that there is one.
            guard byte < 0x80 else { continue }
            let bit = 1 &<< UInt64(byte)
            if byte < 0x40 { low |= bit } else { high |= bit }
        }
        (self.low, self.high, hasOthers) = (low, high, all >= 0x80)
    }

    /// Adds a byte.
    mutating func insert(_ byte: UInt8) {
        let bit = 1 &<< UInt64(byte)
        if byte < 0x40 { low |= bit } else if byte < 0x80 { high |= bit } else { hasOthers = true }
    }

    /// Whether a byte is in the set.
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return hasOthers }
        return (byte < 0x40 ? low : high) &>> UInt64(byte) & 1 != 0
    }

    /// Whether each of its bytes is in another set.
    func isSubset(of other: ByteSet) -> Bool {
        low & ~other.low == 0 && high & ~other.high == 0 && (!hasOthers || other.hasOthers)
    }
}
