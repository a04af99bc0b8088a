/// Eight bytes that are looked at in one step; the first one is the lowest of the number.
///
/// Each test sets the top bit of every byte for which it holds, and no other bit. Bytes above 0x7F are in no range.
@usableFromInline
package struct ByteOctet {
    /// The top bits of eight bytes.
    @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }
    /// How many bytes there are.
    @inlinable package static var count: Int { 8 }

    /// The bytes.
    @usableFromInline package let word: UInt64

    /// Takes eight bytes as a number.
    @inlinable
    package init(_ word: UInt64) {
        self.word = word
    }

    /// Takes twice four bytes, as they were loaded from memory.
    @inlinable
    @inline(__always)
    init(_ first: UInt32, _ second: UInt32) {
        word = UInt64(UInt32(littleEndian: first)) | UInt64(UInt32(littleEndian: second)) << 32
    }

    /// Reads the bytes at an offset; the caller has compared the offset after them with the number of bytes.
    @inlinable
    @inline(__always)
    package init(in bytes: RawSpan, knownAt offset: Int) {
        word = UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        )
    }

    /// Reads the bytes at an offset; in the place of those that are missing stand zeros.
    @inlinable
    @inline(__always)
    package init(in bytes: RawSpan, at offset: Int) {
        if offset &+ Self.count <= bytes.byteCount {
            self.init(in: bytes, knownAt: offset)
        } else {
            var word: UInt64 = 0
            var place = bytes.byteCount
            while place > offset {
                place &-= 1
                word = word << 8 | UInt64(bytes.knownByte(place))
            }
            self.init(word)
        }
    }

    /// Those that are a byte.
    @inlinable
    @inline(__always)
    package func equal(to byte: UInt8) -> UInt64 {
        let others = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return ~(((others & ~Self.tops) &+ ~Self.tops) | others) & Self.tops
    }

    /// Those in a range of ASCII characters.
    @inlinable
    @inline(__always)
    package func within(_ first: UInt8, _ last: UInt8) -> UInt64 {
        // Without its top bit no byte of a sum carries into the next one.
        let low = word & ~Self.tops
        let from = low &+ (UInt64(0x80 &- first) &* 0x0101_0101_0101_0101)
        let after = low &+ (UInt64(0x7F &- last) &* 0x0101_0101_0101_0101)
        return from & ~after & ~word & Self.tops
    }

    /// Those above 0x7F.
    @inlinable package var beyondASCII: UInt64 { word & Self.tops }

    /// The ASCII letters.
    @inlinable package var letters: UInt64 {
        ByteOctet(word | 0x2020_2020_2020_2020).within(UInt8(ascii: "a"), UInt8(ascii: "z"))
    }

    /// The bytes, capital ASCII letters in lower case.
    @inlinable package var lowercased: UInt64 {
        word | within(UInt8(ascii: "A"), UInt8(ascii: "Z")) >> 2
    }

    /// Whether these are the bytes of another, ignoring ASCII case.
    @inlinable
    @inline(__always)
    package func equalsIgnoringCase(_ other: ByteOctet) -> Bool {
        // A letter and its capital differ in one bit, which is set where the other has either.
        let caseBits = other.letters >> 2
        return word | caseBits == other.word | caseBits
    }

    /// The number of bytes before the first one that is not in a set; 8 where all are.
    @inlinable
    @inline(__always)
    package static func leading(in set: UInt64) -> Int { (~set & tops).trailingZeroBitCount / 8 }
}
