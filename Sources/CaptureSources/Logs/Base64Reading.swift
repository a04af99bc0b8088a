/// Decodes base64 (RFC 4648 §4 and §5), piece by piece; line breaks and blanks between digits are allowed.
struct Base64Reading {
    private var value: UInt32 = 0
    private var digits = 0
    /// Whether there was a byte that is neither a digit, nor white space, nor padding.
    private(set) var hasForeignBytes = false

    /// Adds the next digits, and passes the decoded bytes to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount / 4 * 3 + 3)
        span.withUnsafeBytes { bytes in
            for byte in bytes {
                guard let digit = Self.digit(byte) else {
                    if byte > 0x20, byte != UInt8(ascii: "=") { hasForeignBytes = true }
                    continue
                }
                value = value << 6 | digit
                digits += 1
                if digits == 4 {
                    output.append(UInt8(truncatingIfNeeded: value >> 16))
                    output.append(UInt8(truncatingIfNeeded: value >> 8))
                    output.append(UInt8(truncatingIfNeeded: value))
                    digits = 0
                }
            }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// Passes on the last one or two bytes.
    mutating func finish(into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        if digits >= 2 { output.append(UInt8(truncatingIfNeeded: value >> (digits == 2 ? 4 : 10))) }
        if digits == 3 { output.append(UInt8(truncatingIfNeeded: value >> 2)) }
        digits = 0
        if !output.isEmpty { body(output.span.bytes) }
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
