/// Numbers as formats of packets and files have them.
extension OutputSpan<UInt8> {
    /// Appends a number, its highest byte first.
    @inlinable
    @inline(__always)
    package mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
        var rest = number.byteSwapped
        for _ in 0..<(number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a number, its lowest byte first.
    @inlinable
    @inline(__always)
    package mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
