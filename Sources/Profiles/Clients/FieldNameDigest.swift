import Bytes

/// A field name as a number, and the same without regard to letter case: two names are compared with few steps.
///
/// Different names with one digest are possible, and no more than a wrong guess at a client.
struct FieldNameDigest: Hashable, Sendable {
    /// Of the name as it is written.
    let exact: UInt64
    /// Of the name in lowercase.
    let folded: UInt64

    /// Reads a name.
    init(_ name: RawSpan) {
        let count = name.byteCount
        var (exact, folded) = (UInt64(truncatingIfNeeded: count), UInt64(truncatingIfNeeded: count))
        func add(_ word: UInt64) {
            exact = (exact ^ word) &* 0x9E37_79B9_7F4A_7C15
            exact ^= exact >> 32
            folded = (folded ^ ByteOctet(word).lowercased) &* 0x9E37_79B9_7F4A_7C15
            folded ^= folded >> 32
        }
        var place = 0
        while place &+ 8 <= count {
            // Sound: eight bytes are left.
            add(name.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self))
            place &+= 8
        }
        var rest: UInt64 = 0
        while place < count {
            rest = rest << 8 | UInt64(name.byte(place))
            place &+= 1
        }
        if rest != 0 { add(rest) }
        (self.exact, self.folded) = (exact, folded)
    }

    /// Reads a name.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes.span.bytes)
    }
}
