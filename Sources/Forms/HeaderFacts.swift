import Bytes

/// What a part's header lines are by themselves: the same for the same bytes, wherever they stand.
///
/// All that most rules ask of a header, so that only those which find something take the lines apart.
package struct HeaderFacts: Hashable, Sendable {
    /// What occurs in the lines.
    package let features: HeaderFeatures
    private let lines: UInt32
    private let bytes: UInt32
    private let filenameBytes: UInt32
    /// The brackets in the name; none where there is no name.
    package let nameBrackets: NameBrackets
    /// A digest of the name, the same for the same name; 0 where there is none.
    package let nameDigest: UInt64

    /// Takes the facts from the lines, their Content-Disposition and what occurs in them.
    init(_ header: FieldSection, _ disposition: ContentDisposition?, _ features: HeaderFeatures) {
        self.features = features
        lines = UInt32(clamping: header.lineCount)
        bytes = UInt32(clamping: header.bytes.count)
        filenameBytes = UInt32(clamping: disposition?.filename?.value.count ?? 0)
        if let place = disposition?.nameValue {
            let name = header[place]
            nameBrackets = NameBrackets(name.span.bytes)
            nameDigest = Self.digest(name.span.bytes)
        } else {
            nameBrackets = NameBrackets()
            nameDigest = 0
        }
    }

    /// Takes the facts from plain lines, at the beginning of some bytes.
    init(_ plain: PlainPartHeader, in bytes: RawSpan) {
        features = HeaderFeatures(plain, in: bytes)
        lines = UInt32(truncatingIfNeeded: plain.lineCount)
        self.bytes = UInt32(truncatingIfNeeded: plain.byteCount)
        filenameBytes = UInt32(truncatingIfNeeded: plain.filename?.count ?? 0)
        let name = bytes.extracting(plain.name)
        nameBrackets = NameBrackets(name)
        nameDigest = Self.digest(name)
    }

    /// How many lines there are, folded ones counted once.
    package var lineCount: Int { Int(lines) }
    /// How many bytes all lines have, their line endings included.
    package var byteCount: Int { Int(bytes) }
    /// How many bytes the value of the `filename` parameter has; 0 where there is none.
    package var filenameLength: Int { Int(filenameBytes) }

    private static func digest(_ name: RawSpan) -> UInt64 {
        var digest: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in 0..<name.byteCount {
            digest = (digest ^ UInt64(name.knownByte(place))) &* 0x0000_0100_0000_01B3
        }
        return (digest ^ digest >> 32) &* 0x9E37_79B9_7F4A_7C15 | 1
    }
}
