import Bytes

extension RawSpan {
    /// How many letters, digits, dashes and underscores stand at an offset.
    ///
    /// It looks at sixteen bytes at a time: up to fifteen more may follow at the end of the bytes.
    func lengthOfWord(from start: Int) -> Int {
        var place = start
        while place &+ SIMD16<UInt8>.scalarCount <= byteCount {
            // Sound: the offset after these bytes was compared with their number.
            let lanes = unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
            let count = ByteLanes(lanes.endsWord).leadingAbsent
            place &+= count
            guard count == SIMD16<UInt8>.scalarCount else { break }
        }
        return place &- start
    }
}

extension SIMD16<UInt8> {
    /// Those that are no letter, digit, dash or underscore.
    @inline(__always)
    fileprivate var endsWord: SIMDMask<SIMD16<Int8>> {
        let letters = (self | Self(repeating: 0x20)) &- Self(repeating: 0x61) .< Self(repeating: 26)
        let digits = self &- Self(repeating: 0x30) .< Self(repeating: 10)
        let signs = self .== Self(repeating: 0x2D) .| (self .== Self(repeating: 0x5F))
        return .!(letters .| digits .| signs)
    }
}
