import Bytes

/// A field name as a number, and the same without regard to letter case: two names are compared with few steps.
///
/// Different names with one digest are possible, and no more than a wrong guess at a client.
struct FieldNameDigest: Hashable, Sendable {
    /// Of the name as it is written.
    private(set) var exact: UInt64
    /// Of the name in lowercase.
    private(set) var folded: UInt64

    /// Reads a name.
    init(_ name: RawSpan) {
        let count = name.byteCount
        exact = UInt64(truncatingIfNeeded: count)
        folded = exact
        guard count > ByteOctet.count else {
            add(ByteOctet(short: name))
            return
        }
        var place = 0
        while place &+ ByteOctet.count < count {
            add(ByteOctet(in: name, knownAt: place))
            place &+= ByteOctet.count
        }
        // The last eight bytes overlap those before them.
        add(ByteOctet(in: name, knownAt: count &- ByteOctet.count))
    }

    /// A bit that names have in common which differ in letter case alone, and few others.
    @inline(__always)
    static func mark(of name: RawSpan) -> UInt64 {
        let first = name.isEmpty ? 0 : name.knownByte(0) | 0x20
        return 1 &<< UInt64(truncatingIfNeeded: Int(first) &+ 7 &* name.byteCount)
    }

    /// The marks of some names.
    static func marks(of names: [String]) -> UInt64 {
        names.reduce(0) { $0 | mark(of: Array($1.utf8).span.bytes) }
    }

    @inline(__always)
    private mutating func add(_ octet: ByteOctet) {
        exact = Self.mixed(exact ^ octet.word)
        folded = Self.mixed(folded ^ octet.lowercased)
    }

    @inline(__always)
    private static func mixed(_ number: UInt64) -> UInt64 {
        let product = number &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }

    /// Reads a name.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes.span.bytes)
    }
}

extension ByteOctet {
    /// Eight bytes or fewer as a number: different ones for different bytes, where there are equally many.
    @inline(__always)
    fileprivate init(short bytes: RawSpan) {
        let count = bytes.byteCount
        guard count >= 4 else {
            self.init(in: bytes, at: 0)
            return
        }
        // Sound: there are four bytes or more. The last four may overlap the first four.
        let first = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
        let last = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: count &- 4, as: UInt32.self)
        self.init(UInt64(UInt32(littleEndian: first)) | UInt64(UInt32(littleEndian: last)) << 32)
    }
}
