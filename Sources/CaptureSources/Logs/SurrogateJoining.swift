/// Converts UTF-16 code units to UTF-8: joins surrogate pairs (RFC 2781 §2.2).
///
/// A lone surrogate becomes the three bytes that UTF-8 would have for it.
struct SurrogateJoining {
    /// The high surrogate of an incomplete pair; 0 for none.
    private var high: UInt32 = 0

    /// Adds the next unit, at most 0xFFFF.
    @inline(__always)
    mutating func append(unit: UInt32, to output: inout [UInt8]) {
        if high == 0, unit < 0x80 {
            output.append(UInt8(truncatingIfNeeded: unit))
        } else {
            join(unit, &output)
        }
    }

    /// Ends the text: a pending high surrogate is written by itself.
    mutating func flush(to output: inout [UInt8]) {
        guard high != 0 else { return }
        output.append(codePoint: high)
        high = 0
    }

    private mutating func join(_ unit: UInt32, _ output: inout [UInt8]) {
        if high != 0, (0xDC00...0xDFFF).contains(unit) {
            output.append(codePoint: 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00))
            high = 0
            return
        }
        flush(to: &output)
        if (0xD800...0xDBFF).contains(unit) {
            high = unit
        } else {
            output.append(codePoint: unit)
        }
    }
}

extension [UInt8] {
    /// Appends a code point in UTF-8, including surrogates.
    mutating func append(codePoint: UInt32) {
        // One byte at a time: an array would be allocated for each character.
        switch codePoint {
        case ..<0x80:
            append(UInt8(codePoint))
            return
        case ..<0x800: append(UInt8(0xC0 | codePoint >> 6))
        case ..<0x10000:
            append(UInt8(0xE0 | codePoint >> 12))
            append(UInt8(0x80 | codePoint >> 6 & 0x3F))
        default:
            append(UInt8(0xF0 | codePoint >> 18 & 7))
            append(UInt8(0x80 | codePoint >> 12 & 0x3F))
            append(UInt8(0x80 | codePoint >> 6 & 0x3F))
        }
        append(UInt8(0x80 | codePoint & 0x3F))
    }
}
