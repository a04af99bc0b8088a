/// A set of positions among sixteen bytes, from a vector comparison.
struct ByteLanes {
    private var low: UInt64
    private var high: UInt64

    /// Makes a set from words in which all bits of a byte are set for a member, and none otherwise.
    init(_ words: SIMD2<UInt64>) {
        low = UInt64(littleEndian: words[0])
        high = UInt64(littleEndian: words[1])
    }

    /// Makes a set of the lanes in which a vector comparison holds.
    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        self.init(unsafeBitCast(mask, to: SIMD2<UInt64>.self))
    }

    /// The number of positions before the first one in the set; 16 where it is empty.
    @inline(__always)
    var leadingAbsent: Int {
        low != 0 ? low.trailingZeroBitCount / 8 : 8 &+ high.trailingZeroBitCount / 8
    }

    /// Removes and returns the first position, from 0 to 15; `nil` where the set is empty.
    @inline(__always)
    mutating func popFirst() -> Int? {
        if low != 0 {
            let lane = low.trailingZeroBitCount / 8
            low &= ~(0xFF << UInt64(lane * 8))
            return lane
        }
        guard high != 0 else { return nil }
        let lane = high.trailingZeroBitCount / 8
        high &= ~(0xFF << UInt64(lane * 8))
        return 8 + lane
    }

    /// Removes the first `count` positions.
    @inline(__always)
    mutating func drop(_ count: Int) {
        low &= UInt64.max << UInt64(count * 8)
        high &= UInt64.max << UInt64(max(count - 8, 0) * 8)
    }
}

extension SIMD2<UInt64> {
    /// Whether a vector comparison holds in any of the lanes.
    @inline(__always)
    var hasLanes: Bool { self[0] | self[1] != 0 }
}

extension SIMDMask<SIMD16<Int8>> {
    /// Whether the comparison holds in any of the lanes.
    @inline(__always)
    var hasLanes: Bool { unsafeBitCast(self, to: SIMD2<UInt64>.self).hasLanes }
}
