import Bytes

/// The part headers that were read last, so that lines which recur byte for byte are read once.
///
/// A client sends the same fields in the same words in form after form: the memory is worth most where it serves
/// all forms of a capture. It holds at most 64 headers of at most 512 bytes; a new one takes the place of the one
/// with the same digest, so no input can make it slow.
package final class HeaderMemory {
    /// Slots, a power of two: forms with more fields than this are rare, and lose only speed.
    private static let size = 64
    /// The greatest number of bytes of a header that is remembered: longer ones hold what does not recur.
    private static let greatestLength = 512

    private var slots: [PartHeader?] = []

    /// Makes an empty memory.
    package init() {}

    /// The header lines in `bytes`, the first of which is at `base` in the body.
    func header(_ bytes: RawSpan, at base: Int) -> PartHeader {
        guard bytes.byteCount <= Self.greatestLength else {
            return PartHeader(parsing: bytes.withUnsafeBytes { Array($0) }, base: base)
        }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.size) }
        let slot = Self.slot(of: bytes)
        if let known = slots[slot], Self.equal(known.section.bytes.span.bytes, bytes) {
            return known.moved(to: base)
        }
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

    private static func equal(_ left: RawSpan, _ right: RawSpan) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        var offset = 0
        while offset &+ 8 <= left.byteCount {
            if left.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != right.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset &+= 8
        }
        while offset < left.byteCount {
            if left.byte(offset) != right.byte(offset) { return false }
            offset &+= 1
        }
        return true
    }
}
