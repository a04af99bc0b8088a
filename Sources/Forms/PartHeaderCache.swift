package import Bytes

/// A cache of parsed fields, so that equal bytes are parsed once.
///
/// A client sends the same fields in the same words in form after form. The cache holds the last Content-Type of a
/// message, what a form's first parts began with last, and at most 256 headers of at most 512 bytes; a new one takes
/// the place of the one with the same digest, so no input can make it slow. It is a value: a caller that reads forms one
/// after the other keeps it and hands it in.
package struct PartHeaderCache: Sendable {
    /// The number of slots, a power of two: forms with more fields are rare, and only slower.
    private static let size = 256
    /// The greatest length of a cached header in bytes: longer ones seldom recur.
    static let greatestLength = 512
    /// The number of parts whose header is compared with the last one at that position; others are looked up
    /// by digest.
    private static let expectedParts = 16

    private var slots: [PartHeader?] = []
    private var expected: [PartHeader?] = []
    private var contentType: (bytes: [UInt8], mediaType: MediaType)?
    private var search = ByteSearch([])

    /// Makes an empty cache.
    package init() {}

    /// The Content-Type of a message, `nil` where it has none.
    package mutating func mediaType(of fields: FieldSection) -> MediaType? {
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
    mutating func search(for text: [UInt8]) -> ByteSearch {
        if search.needle != text { search = ByteSearch(text) }
        return search
    }

    /// The search for two dashes and a boundary.
    mutating func search(forBoundary boundary: [UInt8]) -> ByteSearch {
        let needle = search.needle
        let isKnown =
            needle.count == boundary.count + 2 && needle[0] == 0x2D && needle[1] == 0x2D
            && needle.span.bytes.extracting(2..<needle.count).begins(with: boundary.span.bytes)
        return isKnown ? search : search(for: [0x2D, 0x2D] + boundary)
    }

    /// Looks header lines up, first those of the last part with the same number.
    ///
    /// - Parameters:
    ///   - bytes: the bytes after a delimiter line that ends in CR LF.
    ///   - number: the number of the part, from 1.
    ///   - base: the offset of the first of `bytes` in the body.
    /// - Returns: the lines; `nil` unless they are cached, and a blank line that ends in CR LF follows.
    mutating func knownHeader(_ bytes: RawSpan, ofPart number: Int, at base: Int) -> PartHeader? {
        if number <= expected.count, let header = expected[number &- 1], header.begins(bytes) {
            return header.moved(to: base)
        }
        // Cached lines contain no blank line: they end before the first one.
        guard !slots.isEmpty, let end = Self.endOfLines(bytes) else { return nil }
        let lines = bytes.extracting(0..<end)
        guard let header = slots[Self.slot(of: lines)], header.isWhole(lines), !header.hasDashedLine else {
            return nil
        }
        expect(header, ofPart: number)
        return header.moved(to: base)
    }

    /// The offset of the first blank line that ends in CR LF, after at least one line; `nil` where none is
    /// near.
    private static func endOfLines(_ bytes: RawSpan) -> Int? {
        let near = bytes.extracting(0..<min(bytes.byteCount, greatestLength &+ 2))
        var end = 0
        while let feed = near.firstLineFeed(from: end), feed &+ 2 < near.byteCount {
            end = feed &+ 1
            if near.byte(end) == 0x0D, near.byte(end &+ 1) == 0x0A { return end }
        }
        return nil
    }

    /// Records these lines, followed by a blank line that ends in CR LF, for the next part with this number.
    mutating func expect(_ header: PartHeader, ofPart number: Int) {
        guard number <= Self.expectedParts, header.bytes.count <= Self.greatestLength,
            !header.hasDashedLine
        else { return }
        while expected.count < number { expected.append(nil) }
        expected[number &- 1] = header
    }

    /// The header lines in `bytes`, the first of which is at `base` in the body.
    mutating func header(_ bytes: RawSpan, at base: Int) -> PartHeader {
        guard bytes.byteCount <= Self.greatestLength else {
            return PartHeader(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.size) }
        let slot = Self.slot(of: bytes)
        if let known = slots[slot], known.isWhole(bytes) { return known.moved(to: base) }
        let header =
            PartHeader(plain: bytes, base: base)
            ?? PartHeader(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        slots[slot] = header
        return header
    }

    /// A digest of the bytes, computed eight at a time.
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
