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
        func add(_ octet: ByteOctet) {
            exact = (exact ^ octet.word) &* 0x9E37_79B9_7F4A_7C15
            exact ^= exact >> 32
            folded = (folded ^ octet.lowercased) &* 0x9E37_79B9_7F4A_7C15
            folded ^= folded >> 32
        }
        var place = 0
        while place &+ ByteOctet.count < count {
            add(ByteOctet(in: name, knownAt: place))
            place &+= ByteOctet.count
        }
        // The last eight bytes overlap those before them.
        add(ByteOctet(in: name, at: max(0, count &- ByteOctet.count)))
        (self.exact, self.folded) = (exact, folded)
    }

    /// Reads a name.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes.span.bytes)
    }
}
