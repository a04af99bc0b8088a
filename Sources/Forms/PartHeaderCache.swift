package import Bytes

/// The fields that were read last, so that what recurs byte for byte is read once.
///
/// A client sends the same fields in the same words in form after form: the memory is worth most where it serves
/// all forms of a capture. It holds the last Content-Type of a message, what a form's first parts began with last,
/// and at most 256 headers of at most 512 bytes; a new one takes the place of the one with the same digest, so no
/// input can make it slow.
package final class PartHeaderCache {
    /// Slots, a power of two: forms with more fields than this are rare, and lose only speed.
    private static let size = 256
    /// The greatest number of bytes of a header that is remembered: longer ones hold what does not recur.
    static let greatestLength = 512
    /// Parts of which the header is expected that stood there last; the rest are looked up by their bytes.
    private static let expectedParts = 16

    // Asked for each part of each form, by nothing that it calls itself: checks at run time would only cost.
    @exclusivity(unchecked) private var slots: [PartHeader?] = []
    @exclusivity(unchecked) private var expected: [PartHeader?] = []
    @exclusivity(unchecked) private var contentType: (bytes: [UInt8], mediaType: MediaType)?
    @exclusivity(unchecked) private var search = ByteSearch([])

    /// Makes an empty memory.
    package init() {}

    /// The Content-Type of a message, `nil` where it has none.
    package func mediaType(of fields: FieldSection) -> MediaType? {
        guard let line = fields.first(.contentType) else { return nil }
        let bytes = fields[line.range]
        if let contentType, contentType.bytes.count == bytes.count,
            contentType.bytes.span.bytes.begins(with: bytes.span.bytes)
        {
            return contentType.mediaType.moved(toLineAt: line.range.lowerBound)
        }
        let mediaType = MediaType(fields)
        if let mediaType, bytes.count <= Self.greatestLength { contentType = (Array(bytes), mediaType) }
        return mediaType
    }

    /// The search for a delimiter's text.
    func search(for text: [UInt8]) -> ByteSearch {
        if search.needle != text { search = ByteSearch(text) }
        return search
    }

    /// The search for two dashes and a boundary.
    func search(forBoundary boundary: [UInt8]) -> ByteSearch {
        let needle = search.needle
        let isKnown =
            needle.count == boundary.count + 2 && needle[0] == 0x2D && needle[1] == 0x2D
            && needle.span.bytes.extracting(2..<needle.count).begins(with: boundary.span.bytes)
        return isKnown ? search : search(for: [0x2D, 0x2D] + boundary)
    }

    /// Recognises header lines that were read before, first of all those of the last part with the same number.
    ///
    /// - Parameters:
    ///   - bytes: what follows a delimiter line that ends in CR LF.
    ///   - number: the number of the part, from 1.
    ///   - base: the offset of the first of `bytes` in the body.
    /// - Returns: the lines, `nil` unless it is they, and a blank line that ends in CR LF follows.
    func knownHeader(_ bytes: RawSpan, ofPart number: Int, at base: Int) -> PartHeader? {
        if number <= expected.count, let header = expected[number &- 1], header.begins(bytes) {
            return header.moved(to: base)
        }
        // What was remembered has no blank line in it: it ends before the first one.
        guard !slots.isEmpty, let end = Self.endOfLines(bytes) else { return nil }
        let lines = bytes.extracting(0..<end)
        guard let header = slots[Self.slot(of: lines)], header.isWhole(lines), !header.hasDashedLine else {
            return nil
        }
        expect(header, ofPart: number)
        return header.moved(to: base)
    }

    /// The offset of the first blank line that ends in CR LF, after one line or more; `nil` where none is near.
    private static func endOfLines(_ bytes: RawSpan) -> Int? {
        let near = bytes.extracting(0..<min(bytes.byteCount, greatestLength &+ 2))
        var end = 0
        while let feed = near.firstLineFeed(from: end), feed &+ 2 < near.byteCount {
            end = feed &+ 1
            if near.byte(end) == 0x0D, near.byte(end &+ 1) == 0x0A { return end }
        }
        return nil
    }

    /// Expects these lines, which a blank line that ends in CR LF followed, where the next part with this number
    /// begins.
    func expect(_ header: PartHeader, ofPart number: Int) {
        guard number <= Self.expectedParts, header.bytes.count <= Self.greatestLength,
            !header.hasDashedLine
        else { return }
        while expected.count < number { expected.append(nil) }
        expected[number &- 1] = header
    }

    /// The header lines in `bytes`, the first of which is at `base` in the body.
    func header(_ bytes: RawSpan, at base: Int) -> PartHeader {
        guard bytes.byteCount <= Self.greatestLength else {
            return PartHeader(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.size) }
        let slot = Self.slot(of: bytes)
        if let known = slots[slot], known.isWhole(bytes) { return known.moved(to: base) }
        let header = PartHeader(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        slots[slot] = header
        return header
    }

    /// A digest of the bytes, taken eight at a time.
    private static func slot(of bytes: RawSpan) -> Int {
        var digest = UInt64(truncatingIfNeeded: bytes.byteCount)
        var offset = 0
        while offset &+ 8 <= bytes.byteCount {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 32
            offset &+= 8
        }
        while offset < bytes.byteCount {
            digest = (digest ^ UInt64(bytes.byte(offset))) &* 0x9E37_79B9_7F4A_7C15
            offset &+= 1
        }
        return Int(truncatingIfNeeded: digest >> 32) & (size - 1)
    }
}
