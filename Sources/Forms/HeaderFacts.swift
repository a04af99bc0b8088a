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
    /// The kind of file that the Content-Type declares; `nil` where it declares none that has a signature.
    package let declaredKind: FileSignature?

    /// Takes the facts from the lines, their Content-Disposition and their Content-Type.
    init(_ header: FieldSection, _ disposition: ContentDisposition?, _ mediaType: MediaType?) {
        features = HeaderFeatures(header, disposition, mediaType)
        declaredKind = mediaType.flatMap { FileSignature(mediaType: header[$0.type]) }
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
        declaredKind = plain.type.flatMap { FileSignature(mediaType: bytes.extracting($0)) }
        features = HeaderFeatures(plain, in: bytes, declaredKind)
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
        var place = 0
        while place < name.byteCount {
            digest = (digest ^ ByteOctet(in: name, at: place).word) &* 0x9FB2_1C65_1E98_DF25
            digest ^= digest >> 32
            place &+= ByteOctet.count
        }
        return (digest ^ UInt64(name.byteCount)) &* 0x9E37_79B9_7F4A_7C15 | 1
    }
}
