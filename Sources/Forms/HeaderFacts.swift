import Bytes

/// What a part's header lines are by themselves: the same for the same bytes, wherever they stand.
///
/// Read once for each distinct header (``PartHeaderCache``).
package struct HeaderFacts: Hashable, Sendable {
    /// What occurs in the lines.
    package let features: HeaderFeatures
    /// How many lines there are, folded ones counted once.
    package let lineCount: Int
    /// How many bytes all lines have, their line endings included.
    package let byteCount: Int
    /// How many bytes the value of the `filename` parameter has; 0 where there is none.
    package let filenameLength: Int
    /// The brackets in the name; none where there is no name.
    package let nameBrackets: NameBrackets
    /// A digest of the name, the same for the same name; 0 where there is none.
    package let nameDigest: UInt64

    /// Takes the facts from the lines, their Content-Disposition and what occurs in them.
    init(_ header: FieldSection, _ disposition: ContentDisposition?, _ features: HeaderFeatures) {
        self.features = features
        lineCount = header.lineCount
        byteCount = header.bytes.count
        filenameLength = disposition?.filename?.value.count ?? 0
        if let name = disposition?.nameValue {
            nameBrackets = NameBrackets(header[name])
            nameDigest = Self.digest(header[name])
        } else {
            nameBrackets = NameBrackets()
            nameDigest = 0
        }
    }

    private static func digest(_ name: ArraySlice<UInt8>) -> UInt64 {
        let digest = name.reduce(0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return (digest ^ digest >> 32) &* 0x9E37_79B9_7F4A_7C15 | 1
    }
}
