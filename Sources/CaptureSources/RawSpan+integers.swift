/// Reads integers at any alignment; an offset outside the span is a programming error and traps.
extension RawSpan {
    /// The byte at `offset`.
    @inlinable @inline(__always)
    package func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// Two bytes in network byte order.
    @inlinable @inline(__always)
    package func uint16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Four bytes in network byte order.
    @inlinable @inline(__always)
    package func uint32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Eight bytes in network byte order.
    @inlinable @inline(__always)
    package func uint64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Two bytes in the given byte order.
    @inlinable @inline(__always)
    package func uint16(at offset: Int, bigEndian: Bool) -> UInt16 {
        bigEndian ? uint16(at: offset) : uint16(at: offset).byteSwapped
    }

    /// Four bytes in the given byte order.
    @inlinable @inline(__always)
    package func uint32(at offset: Int, bigEndian: Bool) -> UInt32 {
        bigEndian ? uint32(at: offset) : uint32(at: offset).byteSwapped
    }

    /// Two times four bytes in the given byte order.
    @inlinable @inline(__always)
    package func uint32Pair(at offset: Int, bigEndian: Bool) -> (UInt32, UInt32) {
        let both = uint64(at: offset)
        let first = UInt32(truncatingIfNeeded: both >> 32)
        let second = UInt32(truncatingIfNeeded: both)
        return bigEndian ? (first, second) : (first.byteSwapped, second.byteSwapped)
    }

    /// A copy of the bytes in `range`.
    package func copy(_ range: Range<Int>) -> [UInt8] {
        extracting(range).withUnsafeBytes { [UInt8]($0) }
    }
}
