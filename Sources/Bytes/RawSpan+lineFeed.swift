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
        precondition(start >= 0, "bytes have no offset below 0")
        var offset = start
        while byteCount &- offset >= ByteBlock.count {
            let count = ByteBlock(in: self, knownAt: offset).countBeforeLineFeed
            offset &+= count
            guard count == ByteBlock.count else { return offset }
        }
        while offset < byteCount {
            if knownByte(offset) == 0x0A { return offset }
            offset &+= 1
        }
        return nil
    }
}
