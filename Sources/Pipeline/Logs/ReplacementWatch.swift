import Bytes

/// Looks for U+FFFD in a text that is in UTF-8, which stands where bytes could not be decoded; pieces may cut it.
struct ReplacementWatch {
    /// Whether there was one.
    private(set) var found = false
    /// How many of its bytes the last piece ended with.
    private var matched = 0

    /// Looks at the next bytes.
    mutating func push(_ bytes: RawSpan) {
        guard !found else { return }
        var index = 0
        while true {
            if matched == 0 { index = Self.firstLead(in: bytes, from: index) }
            guard index < bytes.byteCount else { return }
            switch (matched, bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) {
            case (_, 0xEF): matched = 1
            case (1, 0xBF): matched = 2
            case (2, 0xBD):
                found = true
                return
            default: matched = 0
            }
            index += 1
        }
    }

    /// The offset of the first 0xEF from an offset on, looked for in eight bytes at once; the end where there is none.
    private static func firstLead(in bytes: RawSpan, from start: Int) -> Int {
        var index = start
        while bytes.byteCount - index >= 8 {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let others = word ^ 0xEFEF_EFEF_EFEF_EFEF
            // Subtracting borrows from the top bit of a byte only where that or one below it is 0.
            guard (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080 == 0 else { break }
            index += 8
        }
        while index < bytes.byteCount, bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) != 0xEF {
            index += 1
        }
        return index
    }
}
