import Bytes

/// The parsed header lines of a part, with facts that do not depend on the rest of the part.
///
/// It shares the parsed lines with other occurrences of the same bytes; moving it copies nothing.
struct PartHeader: Sendable {
    private let reading: PartHeaderReading
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
    /// About how many bytes of memory the lines take.
    var memoryBytes: Int { reading.memoryBytes }

    /// Parses header lines; `base` is the offset in the body of the first of `bytes`.
    init(parsing bytes: [UInt8], base: Int, bareCREndsLines: Bool = false) {
        reading = PartHeaderReading(
            FieldSection(parsing: bytes, base: base, bareCREndsLines: bareCREndsLines)
        )
        self.base = base
    }

    /// Takes lines as most clients write them; `nil` where they are written otherwise.
    init?(plain lines: RawSpan, base: Int) {
        guard let plain = PlainPartHeader(lines) else { return nil }
        self.init(PartHeaderReading(plain, base: base), base: base)
    }

    private init(_ reading: PartHeaderReading, base: Int) {
        self.reading = reading
        self.base = base
    }

    /// The same lines where their bytes begin at `base`.
    func moved(to base: Int) -> PartHeader { PartHeader(reading, base: base) }

    /// Whether `bytes` equal those of the lines.
    func isWhole(_ bytes: RawSpan) -> Bool {
        let lines = reading.section.bytes
        return bytes.byteCount == lines.count && bytes.begins(with: lines.span.bytes)
    }

    /// Whether `bytes` begin with these lines and the CR LF of the blank line after them.
    func begins(_ bytes: RawSpan) -> Bool {
        let lines = reading.section.bytes
        let end = lines.count
        guard bytes.byteCount >= end &+ 2, bytes.byte(end) == 0x0D, bytes.byte(end &+ 1) == 0x0A else {
            return false
        }
        return bytes.begins(with: lines.span.bytes)
    }
}

extension PartHeader: Hashable {
    /// Whether the same was read at the same place, in this form or in another.
    static func == (one: PartHeader, other: PartHeader) -> Bool {
        one.section == other.section && one.disposition == other.disposition
            && one.mediaType == other.mediaType && one.facts == other.facts
            && one.hasDashedLine == other.hasDashedLine
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(section)
    }
}

/// What was read of header lines where they were met first.
private final class PartHeaderReading: Sendable {
    let section: FieldSection
    let disposition: ContentDisposition?
    let mediaType: MediaType?
    let facts: HeaderFacts
    let hasDashedLine: Bool
    let memoryBytes: Int

    convenience init(_ section: FieldSection) {
        let disposition = ContentDisposition(section)
        let mediaType = MediaType(section)
        let features = HeaderFeatures(section, disposition, mediaType)
        self.init(section, disposition, mediaType, features, hasDashedLine: Self.hasDashedLine(section.bytes))
    }

    convenience init(_ plain: PlainPartHeader, base: Int) {
        let section = plain.section(base: base)
        let disposition = plain.disposition(in: section)
        let mediaType = plain.mediaType(in: section)
        let features = HeaderFeatures(plain: section, disposition, mediaType)
        self.init(section, disposition, mediaType, features, hasDashedLine: false)
    }

    private init(
        _ section: FieldSection,
        _ disposition: ContentDisposition?,
        _ mediaType: MediaType?,
        _ features: HeaderFeatures,
        hasDashedLine: Bool
    ) {
        self.section = section
        self.disposition = disposition
        self.mediaType = mediaType
        facts = HeaderFacts(section, disposition, features)
        self.hasDashedLine = hasDashedLine
        let parameters = (mediaType?.parameterCount ?? 0) + (disposition?.parameterCount ?? 0)
        memoryBytes =
            section.bytes.count + section.lineCount * MemoryLayout<FieldLine>.stride
            + parameters * MemoryLayout<Parameter>.stride
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
