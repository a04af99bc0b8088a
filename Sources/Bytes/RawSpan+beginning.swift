/// Comparing bytes eight at a time.
extension RawSpan {
    /// Whether the bytes begin with others, compared eight at a time.
    @inlinable
    package func begins(with other: RawSpan) -> Bool {
        let count = other.byteCount
        guard byteCount >= count else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            // Sound: both spans have at least `count` bytes.
            let own = unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            guard own == other.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self) else {
                return false
            }
            offset &+= 8
        }
        if offset < count, count >= 8 {
            // Sound: the last eight bytes are looked at again in part.
            let place = count &- 8
            return unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
                == other.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
        }
        while offset < count {
            guard byte(offset) == other.byte(offset) else { return false }
            offset &+= 1
        }
        return true
    }

    /// Whether the bytes equal those of `other`, which has the same length; `nil` where they differ in
    /// anything but one digit in place of another.
    func equalsBesidesDigits(_ other: RawSpan) -> Bool? {
        var isSame = true
        var offset = 0
        while offset &+ 8 <= byteCount {
            // Sound: both spans have as many bytes.
            let own = unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            if own != other.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self) {
                guard differs(from: other, onlyInDigitsIn: offset..<(offset &+ 8)) else { return nil }
                isSame = false
            }
            offset &+= 8
        }
        guard begins(at: offset, with: other) else {
            return differs(from: other, onlyInDigitsIn: offset..<byteCount) ? false : nil
        }
        return isSame
    }

    private func begins(at start: Int, with other: RawSpan) -> Bool {
        for offset in start..<byteCount where byte(offset) != other.byte(offset) { return false }
        return true
    }

    private func differs(from other: RawSpan, onlyInDigitsIn range: Range<Int>) -> Bool {
        for offset in range where byte(offset) != other.byte(offset) {
            guard byte(offset).isDigit, other.byte(offset).isDigit else { return false }
        }
        return true
    }
}
