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
        if count >= 4 {
            // Sound: there are four bytes at least; the last four may overlap the first.
            let place = count &- 4
            return unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
                == other.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
                && unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)
                    == other.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)
        }
        while offset < count {
            guard byte(offset) == other.byte(offset) else { return false }
            offset &+= 1
        }
        return true
    }

    /// Whether the bytes of a literal text stand at an offset, compared eight at a time.
    ///
    /// Compiled into its caller: the loop is one over numbers then.
    @inlinable
    @inline(__always)
    package func holds(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset >= 0, byteCount &- offset >= count else { return false }
        // Sound: a literal of several bytes is in memory.
        let expected = UnsafeRawPointer(text.utf8Start)
        var place = 0
        while place &+ 8 <= count {
            let own = unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ place, as: UInt64.self)
            guard own == (expected + place).loadUnaligned(as: UInt64.self) else { return false }
            place &+= 8
        }
        if place < count, count >= 8 {
            // The last eight bytes overlap those before them.
            place = count &- 8
            let own = unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ place, as: UInt64.self)
            return own == (expected + place).loadUnaligned(as: UInt64.self)
        }
        while place < count {
            let byte = unsafeLoad(fromUncheckedByteOffset: offset &+ place, as: UInt8.self)
            guard byte == text.utf8Start[place] else { return false }
            place &+= 1
        }
        return true
    }

    /// Whether the bytes equal those of a literal text, ignoring ASCII case.
    @inlinable
    package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        byteCount == text.utf8CodeUnitCount && startsIgnoringCase(with: text)
    }

    /// Whether the bytes begin with those of a literal text, ignoring ASCII case.
    @inlinable
    package func startsIgnoringCase(with text: StaticString) -> Bool {
        byteCount >= text.utf8CodeUnitCount && knownToStartIgnoringCase(with: text)
    }

    /// Whether the bytes, which are at least as many, begin with those of a literal text, ignoring ASCII case.
    ///
    /// Compiled into its caller: what is to be computed of the literal alone is a number then.
    @inlinable
    @inline(__always)
    func knownToStartIgnoringCase(with text: StaticString) -> Bool {
        // Sound: a literal of several bytes is in memory, and `self` has at least as many bytes.
        let expected = UnsafeRawPointer(text.utf8Start)
        let count = text.utf8CodeUnitCount
        guard count >= 4 else {
            for place in 0..<count where knownByte(place).lowercased != text.utf8Start[place].lowercased {
                return false
            }
            return true
        }
        var place = 0
        while count >= ByteOctet.count, place < count {
            // The last eight bytes overlap those before them.
            place = min(place, count &- ByteOctet.count)
            let other = ByteOctet(UInt64(littleEndian: (expected + place).loadUnaligned(as: UInt64.self)))
            guard ByteOctet(in: self, knownAt: place).equalsIgnoringCase(other) else { return false }
            place &+= ByteOctet.count
        }
        guard count < ByteOctet.count else { return true }
        // The last four bytes may overlap the first four.
        place = count &- 4
        let other = ByteOctet(
            expected.loadUnaligned(as: UInt32.self),
            (expected + place).loadUnaligned(as: UInt32.self)
        )
        let own = ByteOctet(
            unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self),
            unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)
        )
        return own.equalsIgnoringCase(other)
    }
}
