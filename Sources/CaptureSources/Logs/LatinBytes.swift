/// Converts a text back to the bytes that it was decoded from, where decoding was lossless.
///
/// Decoded as Latin-1, each byte became the code point of its value. Decoded as UTF-8 with escapes, each byte
/// that was not valid UTF-8 became one of U+DC80 to U+DCFF (Python's `surrogateescape`, PEP 383). The caller
/// knows which.
struct LatinBytes {
    /// How the text was decoded.
    enum Decoding {
        /// Each byte became one code point.
        case latin1
        /// Valid UTF-8 was kept; other bytes became lone surrogates.
        case utf8WithEscapes
    }

    private let decoding: Decoding
    private var codePoint: UInt32 = 0
    private var missing = 0
    /// Whether the text has characters outside Latin-1, so that it was decoded differently.
    private(set) var hasOthers = false

    /// Starts a text.
    init(_ decoding: Decoding) {
        self.decoding = decoding
    }

    /// Adds the next bytes of the text in UTF-8, and passes the original ones to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount)
        span.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if missing == 0, byte < 0x80 {
                    output.append(byte)
                } else if missing == 0, decoding == .latin1, byte & 0xFE == 0xC2, index < bytes.count {
                    // U+0080 to U+00FF have two bytes each: most of what is above ASCII.
                    output.append(byte << 6 | bytes[index] & 0x3F)
                    index += 1
                } else {
                    take(byte, &output)
                }
            }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
        guard missing == 0 else {
            codePoint = codePoint << 6 | UInt32(byte & 0x3F)
            missing -= 1
            if missing == 0 { write(&output) }
            return
        }
        switch byte {
        case 0xC0...0xDF: begin(UInt32(byte & 0x1F), missing: 1)
        case 0xE0...0xEF: begin(UInt32(byte & 0x0F), missing: 2)
        case 0xF0...0xF7: begin(UInt32(byte & 0x07), missing: 3)
        default: output.append(byte)
        }
    }

    private mutating func begin(_ bits: UInt32, missing: Int) {
        codePoint = bits
        self.missing = missing
    }

    private mutating func write(_ output: inout [UInt8]) {
        if (0xDC80...0xDCFF).contains(codePoint) {
            output.append(UInt8(codePoint & 0xFF))
        } else if decoding == .latin1, codePoint <= 0xFF {
            output.append(UInt8(codePoint))
        } else {
            if decoding == .latin1 { hasOthers = true }
            output.append(codePoint: codePoint)
        }
    }
}
