/// Searching for what is no printable ASCII character.
extension RawSpan {
    /// The offset of the first byte of a range that is no printable ASCII character.
    ///
    /// - Parameters:
    ///   - range: where to look, in the bytes.
    ///   - first: the first character that counts: a space, or the one after it.
    /// - Returns: the offset; the end of the range where all are.
    @inline(__always)
    func endOfPrintable(in range: Range<Int>, from first: Int8 = 0x20) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "the range is in the bytes")
        var offset = range.lowerBound
        while range.upperBound &- offset >= ByteBlock.count {
            let count = ByteBlock(in: self, knownAt: offset).countOfPrintable(from: first)
            offset &+= count
            guard count == ByteBlock.count else { return offset }
        }
        while offset < range.upperBound, Int8(bitPattern: knownByte(offset)) >= first,
            knownByte(offset) != 0x7F
        {
            offset &+= 1
        }
        return offset
    }

    /// Whether all bytes of a range are printable ASCII characters other than a space.
    package func isGraphic(in range: Range<Int>) -> Bool {
        endOfPrintable(in: range, from: 0x21) == range.upperBound
    }
}
