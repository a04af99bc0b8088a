import Bytes

/// What a part's header lines are by themselves: the same for the same bytes, wherever they stand.
///
/// All that most rules ask of a header, so that only those which find something take the lines apart.
@usableFromInline
package struct HeaderFacts: Hashable, Sendable {
    /// What occurs in the lines.
    @usableFromInline package let features: HeaderFeatures
    @usableFromInline let lines: UInt32
    @usableFromInline let bytes: UInt32
    @usableFromInline let filenameBytes: UInt32
    /// The brackets in the name; none where there is no name.
    package let nameBrackets: NameBrackets
    /// A digest of the name, the same for the same name; 0 where there is none.
    @usableFromInline package let nameDigest: UInt64
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
            let name = place.moved(by: 0 &- header.base).clamped(to: 0..<header.bytes.count)
            (nameDigest, nameBrackets) = Self.read(name, in: header.bytes.span.bytes)
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
        (nameDigest, nameBrackets) = Self.read(plain.name, in: bytes)
    }

    /// How many lines there are, folded ones counted once.
    @inlinable
    package var lineCount: Int { Int(lines) }
    /// Whether they are one line: a Content-Disposition with nothing but a name, in quotes and without anything that is
    /// escaped.
    var isNameAlone: Bool { lines == 1 && features.rawValue == 0 }
    /// How many bytes all lines have, their line endings included.
    @inlinable
    package var byteCount: Int { Int(bytes) }
    /// How many bytes the value of the `filename` parameter has; 0 where there is none.
    @inlinable
    package var filenameLength: Int { Int(filenameBytes) }

    /// Reads the name in a range, eight bytes at a time.
    private static func read(_ name: Range<Int>, in bytes: RawSpan) -> (digest: UInt64, NameBrackets) {
        var digest: UInt64 = 0x9E37_79B9_7F4A_7C15
        var brackets: UInt64 = 0
        var place = name.lowerBound
        while place < name.upperBound {
            let missing = place &+ ByteOctet.count &- name.upperBound
            // In the place of bytes after the name stand zeros.
            let own = missing > 0 ? UInt64.max &>> UInt64(8 &* missing) : .max
            let octet = ByteOctet(ByteOctet(in: bytes, at: place).word & own)
            digest = (digest ^ octet.word) &* 0x9FB2_1C65_1E98_DF25
            digest ^= digest >> 32
            brackets |= octet.equal(to: UInt8(ascii: "[")) | octet.equal(to: UInt8(ascii: "]"))
            place &+= ByteOctet.count
        }
        digest = (digest ^ UInt64(name.count)) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (digest, brackets == 0 ? NameBrackets() : NameBrackets(bytes.extracting(name)))
    }
}
