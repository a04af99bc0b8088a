import Bytes

/// The previous head of a stream: the next one is mostly the same or nearly so, and what is the same is
/// neither copied nor parsed again.
struct LastHead {
    /// The greatest number of bytes of a start line, and of a field section, that are kept between messages.
    private static let greatestLength = 2 << 10

    /// The start line, without its line ending.
    private(set) var startLine: [UInt8] = []
    /// The field lines.
    private(set) var fields = FieldSection()

    /// Stores a start line.
    mutating func recall(startLine bytes: RawSpan) {
        guard bytes.byteCount != startLine.count || !bytes.begins(with: startLine.span.bytes) else { return }
        startLine = bytes.copied(0..<bytes.byteCount)
    }

    /// Recognises the stored field lines, which may differ in digits, and stores those found.
    ///
    /// - Parameters:
    ///   - start: the offset in `bytes` of the first line.
    ///   - bytes: where to look.
    ///   - base: the stream offset of the first line.
    /// - Returns: the offset after the blank line that follows them; `nil` where the bytes differ.
    mutating func recallFields(at start: Int, in bytes: RawSpan, base: Int) -> Int? {
        guard let again = fields.recurring(at: start, in: bytes, base: base) else { return nil }
        fields = again
        return start + again.bytes.count + 2
    }

    /// Stores field lines, the first of which is at the stream offset `base`.
    mutating func recall(fields bytes: RawSpan, base: Int) {
        fields = FieldSection(parsing: bytes, base: base, like: fields)
    }

    /// Drops what is too long to be kept for each stream, and the lines of a head that broke off.
    mutating func forgetUnusual(isCut: Bool) {
        if startLine.count > Self.greatestLength { startLine = [] }
        if isCut || fields.bytes.count > Self.greatestLength { fields = FieldSection() }
    }
}
