package import Bytes

/// The header lines of a part, with facts that do not depend on the rest of the part.
///
/// Lines as most clients write them are kept as their places in the body, and taken apart where that is asked for;
/// others are parsed once, and the result is shared by all copies.
///
/// What ``BodyPart`` passes on is inlined there: a call would copy the header, and count what it shares.
package struct PartHeader: Sendable {
    private enum Reading {
        /// Plain lines, which begin at an offset of some bytes.
        case plain(PlainPartHeader, in: [UInt8], from: Int)
        /// Lines that the tolerant readers took apart.
        case parsed(PartHeaderReading)
    }

    private let reading: Reading
    /// The offset in the body of the first byte.
    private let base: Int
    /// What the lines are by themselves.
    package let facts: HeaderFacts

    /// Parses header lines; `base` is the offset in the body of the first of `bytes`.
    init(parsing bytes: [UInt8], base: Int, bareCREndsLines: Bool = false) {
        let section = FieldSection(parsing: bytes, base: base, bareCREndsLines: bareCREndsLines)
        let parsed = PartHeaderReading(section)
        reading = .parsed(parsed)
        self.base = base
        facts = HeaderFacts(section, parsed.disposition, parsed.mediaType)
    }

    /// Takes plain lines, which begin at an offset of `bytes`.
    init(_ plain: PlainPartHeader, _ facts: HeaderFacts, in bytes: [UInt8], from start: Int, base: Int) {
        reading = .plain(plain, in: bytes, from: start)
        self.base = base
        self.facts = facts
    }

    /// The lines, with their bytes; ranges are offsets in the body.
    @inline(__always)
    package var section: FieldSection {
        switch reading {
        case .plain(let plain, let bytes, let start):
            plain.section(Array(bytes[start..<(start + plain.byteCount)]), base: base)
        case .parsed(let parsed): parsed.section
        }
    }
    /// Calls a function with the name and the value of each line, in order, without making a section.
    @inline(__always)
    func forEachLine(_ body: (_ name: RawSpan, _ value: RawSpan) -> Void) {
        switch reading {
        case .plain(let plain, let bytes, let start):
            plain.forEachLine(in: bytes.span.bytes, from: start, body)
        case .parsed(let parsed): parsed.section.forEachLine(body)
        }
    }
    /// Calls a function with the name, the filename and the media type of plain lines, empty for those that are absent;
    /// false where the lines are not plain, or the function says so.
    @inline(__always)
    func withPlainTexts(_ body: (_ name: RawSpan, _ filename: RawSpan, _ type: RawSpan) -> Bool) -> Bool {
        guard case .plain(let plain, let bytes, let start) = reading else { return false }
        return plain.withTexts(in: bytes.span.bytes, from: start, body)
    }
    /// The parsed Content-Disposition, `nil` where there is none.
    package var disposition: ContentDisposition? {
        switch reading {
        case .plain(let plain, _, _): plain.disposition(in: section)
        case .parsed(let parsed): parsed.disposition
        }
    }
    /// The parsed Content-Type, `nil` where there is none.
    package var mediaType: MediaType? {
        switch reading {
        case .plain(let plain, _, _): plain.type.flatMap { _ in plain.mediaType(in: section) }
        case .parsed(let parsed): parsed.mediaType
        }
    }
    /// The raw bytes of the name, `nil` where there is none.
    @inline(__always)
    var name: ArraySlice<UInt8>? {
        switch reading {
        case .plain(let plain, let bytes, let start): bytes[plain.name.moved(by: start)]
        case .parsed(let parsed): parsed.disposition?.nameValue.map { parsed.section[$0] }
        }
    }
    /// The raw bytes of the filename, `nil` where there is none.
    @inline(__always)
    package var filename: ArraySlice<UInt8>? {
        switch reading {
        case .plain(let plain, let bytes, let start): plain.filename.map { bytes[$0.moved(by: start)] }
        case .parsed(let parsed): parsed.disposition?.filename.map { parsed.section[$0.rawValue] }
        }
    }
    /// The raw value of the Content-Type, `nil` where there is none.
    @inline(__always)
    package var mediaTypeValue: ArraySlice<UInt8>? {
        switch reading {
        case .plain(let plain, let bytes, let start): plain.type.map { bytes[$0.moved(by: start)] }
        case .parsed(let parsed): parsed.mediaType.map { parsed.section[$0.line.value] }
        }
    }
    /// Whether they are as most clients write them: see ``PlainPartHeader``.
    @inline(__always)
    package var isPlain: Bool {
        switch reading {
        case .plain: true
        case .parsed: false
        }
    }
    /// Whether there is a `filename` (or `filename*`) parameter.
    package var isFile: Bool { facts.features.rawValue & HeaderFeatures.filename.rawValue != 0 }
    /// About how many bytes of memory the lines take.
    var memoryBytes: Int {
        switch reading {
        case .plain: facts.byteCount
        case .parsed(let parsed): parsed.memoryBytes
        }
    }
}

extension PartHeader: Hashable {
    /// Whether the same was read at the same place, in this form or in another.
    package static func == (one: PartHeader, other: PartHeader) -> Bool {
        one.section == other.section && one.disposition == other.disposition
            && one.mediaType == other.mediaType && one.facts == other.facts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(section)
    }
}

/// What was read of header lines that are not written as most are.
private final class PartHeaderReading: Sendable {
    let section: FieldSection
    let disposition: ContentDisposition?
    let mediaType: MediaType?

    init(_ section: FieldSection) {
        self.section = section
        disposition = ContentDisposition(section)
        mediaType = MediaType(section)
    }

    var memoryBytes: Int {
        let parameters = (mediaType?.parameterCount ?? 0) + (disposition?.parameterCount ?? 0)
        return section.bytes.count + section.lineCount * MemoryLayout<FieldLine>.stride
            + parameters * MemoryLayout<Parameter>.stride
    }
}
