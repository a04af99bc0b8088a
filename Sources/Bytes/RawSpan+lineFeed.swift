/// Searching for lines in bytes.
extension RawSpan {
    /// The byte at an offset.
    @inlinable
    package func byte(_ offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The byte at an offset that is known to be in the bytes: the caller has compared it with their number.
    @inlinable
    @inline(__always)
    package func knownByte(_ offset: Int) -> UInt8 {
        unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// The offset of the first LF at or after `start`.
    package func firstLineFeed(from start: Int) -> Int? {
        var offset = start
        // Eight bytes at a time: a byte of `differences` is zero where the input has an LF, and the
        // subtraction borrows into its top bit. The lowest such bit is exact; higher ones may be false and
        // are not used.
        while offset &+ 8 <= byteCount {
            let word = UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let differences = word ^ 0x0A0A_0A0A_0A0A_0A0A
            let found = (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < byteCount {
            if byte(offset) == 0x0A { return offset }
            offset &+= 1
        }
        return nil
    }
}
