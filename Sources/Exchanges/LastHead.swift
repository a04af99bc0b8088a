import Bytes

/// The head that a stream carried last, for the next one is most often the same or nearly so: what is the same is
/// neither copied nor read again.
struct LastHead {
    /// The greatest number of bytes of a start line, and of a field section, that are kept between messages.
    private static let greatestLength = 2 << 10

    /// The start line, without its line ending.
    private(set) var startLine: [UInt8] = []
    /// The field lines.
    private(set) var fields = FieldSection()

    /// Makes a start line the last one.
    mutating func recall(startLine bytes: RawSpan) {
        guard bytes.byteCount != startLine.count || !bytes.begins(with: startLine.span.bytes) else { return }
        startLine = bytes.copied(0..<bytes.byteCount)
    }

    /// Makes field lines, the first of which stands at the stream offset `base`, the last ones.
    mutating func recall(fields bytes: RawSpan, base: Int) {
        fields = FieldSection(parsing: bytes, base: base, like: fields)
    }

    /// Lets go of what is too long to be kept for each stream.
    mutating func forgetUnusual() {
        if startLine.count > Self.greatestLength { startLine = [] }
        if fields.bytes.count > Self.greatestLength { fields = FieldSection() }
    }
}
