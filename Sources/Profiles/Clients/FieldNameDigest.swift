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
        var (exact, folded): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0xCBF2_9CE4_8422_2325)
        for place in 0..<name.byteCount {
            let byte = name.byte(place)
            exact = (exact ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            folded = (folded ^ UInt64(byte.lowercased)) &* 0x0000_0100_0000_01B3
        }
        (self.exact, self.folded) = (exact, folded)
    }

    /// Reads a name.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes.span.bytes)
    }
}
