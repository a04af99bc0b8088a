import Bytes

/// The header lines of a part, and all that can be told of them without the rest of the part.
///
/// It refers to what was read once, wherever the same bytes stand again: to move it copies nothing.
struct PartHeader: Sendable {
    private let reading: Reading
    /// The offset in the body of the first byte.
    private let base: Int

    /// The lines, with their bytes; ranges are offsets in the body.
    var section: FieldSection { reading.section.moved(to: base) }
    /// The parsed Content-Disposition, `nil` where there is none.
    var disposition: ContentDisposition? { reading.disposition?.moved(by: base &- reading.section.base) }
    /// The parsed Content-Type, `nil` where there is none.
    var mediaType: MediaType? { reading.mediaType?.moved(by: base &- reading.section.base) }
    /// What the lines are by themselves.
    var facts: HeaderFacts { reading.facts }
    /// Whether there is a `filename` (or `filename*`) parameter.
    var isFile: Bool { reading.facts.features.contains(.filename) }
    /// Whether a line begins with a dash, so that with another boundary it may be a delimiter.
    var hasDashedLine: Bool { reading.hasDashedLine }
    /// The bytes of the lines.
    var bytes: [UInt8] { reading.section.bytes }

    /// Reads header lines; `base` is the offset in the body of the first of `bytes`.
    init(parsing bytes: [UInt8], base: Int, bareCREndsLines: Bool = false) {
        reading = Reading(FieldSection(parsing: bytes, base: base, bareCREndsLines: bareCREndsLines))
        self.base = base
    }

    private init(_ reading: Reading, base: Int) {
        self.reading = reading
        self.base = base
    }

    /// The same lines where their bytes begin at `base`.
    func moved(to base: Int) -> PartHeader { PartHeader(reading, base: base) }

    /// Whether these are the bytes of the lines.
    func isWhole(_ bytes: RawSpan) -> Bool {
        let lines = reading.section.bytes
        return bytes.byteCount == lines.count && bytes.begins(with: lines.span.bytes)
    }

    /// Whether the bytes from the beginning of `bytes` on are these lines and the CR LF of the blank line after them.
    func begins(_ bytes: RawSpan) -> Bool {
        let lines = reading.section.bytes
        let end = lines.count
        guard bytes.byteCount >= end &+ 2, bytes.byte(end) == 0x0D, bytes.byte(end &+ 1) == 0x0A else {
            return false
        }
        return bytes.begins(with: lines.span.bytes)
    }
}

/// What was read of header lines where they were met first.
private final class Reading: Sendable {
    let section: FieldSection
    let disposition: ContentDisposition?
    let mediaType: MediaType?
    let facts: HeaderFacts
    let hasDashedLine: Bool

    init(_ section: FieldSection) {
        self.section = section
        disposition = ContentDisposition(section)
        mediaType = MediaType(section)
        facts = HeaderFacts(section, disposition, mediaType)
        hasDashedLine = Self.hasDashedLine(section.bytes)
    }

    private static func hasDashedLine(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0x0A
        for byte in bytes {
            if byte == 0x2D, previous == 0x0A { return true }
            previous = byte
        }
        return false
    }
}
