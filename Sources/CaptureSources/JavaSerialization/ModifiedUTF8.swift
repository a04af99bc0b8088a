/// Converts Java's modified UTF-8 to UTF-8, piece by piece.
///
/// NUL is written as two bytes, and a character beyond U+FFFF as two surrogates of three bytes each
/// (`java.io.DataInput`, "Modified UTF-8"). Other bytes are passed on unchanged.
struct ModifiedUTF8 {
    private var unit: UInt32 = 0
    private var missing = 0
    private var units = SurrogateJoining()

    /// Adds the next bytes, and passes their UTF-8 to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount + 4)
        span.withUnsafeBytes { bytes in
            for byte in bytes { take(byte, &output) }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// Passes on an incomplete pair.
    mutating func finish(into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        units.flush(to: &output)
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// The UTF-8 of a whole string.
    static func bytes(_ string: [UInt8]) -> [UInt8] {
        guard string.contains(where: { $0 == 0xC0 || $0 == 0xED }) else { return string }
        var result: [UInt8] = []
        let add = { (span: RawSpan) in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        var reading = ModifiedUTF8()
        reading.push(string.span.bytes, into: add)
        reading.finish(into: add)
        return result
    }

    private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
        if missing > 0, byte & 0xC0 == 0x80 {
            unit = unit << 6 | UInt32(byte & 0x3F)
            missing -= 1
            if missing == 0 { units.append(unit: unit, to: &output) }
            return
        }
        missing = 0
        switch byte {
        case 0xC0...0xDF: (unit, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (unit, missing) = (UInt32(byte & 0x0F), 2)
        default:
            units.flush(to: &output)
            output.append(byte)
        }
    }
}
