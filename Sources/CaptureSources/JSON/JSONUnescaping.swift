/// Unescapes the inside of a JSON string to bytes, piece by piece (RFC 8259 §7).
///
/// A lone surrogate becomes the three bytes that UTF-8 would have for it: some recorders write bytes that are
/// not valid UTF-8 as U+DC80 to U+DCFF, which only their reader can decode (see ``LatinBytes``).
struct JSONUnescaping {
    private enum State {
        case plain
        case escape
        case unicode(digits: Int, value: UInt32)
    }

    private var state = State.plain
    private var units = SurrogateJoining()

    /// The length of an escape of the form `\uXXXX` in bytes.
    private static let escapeLength = 6

    /// Adds the next bytes, and passes the unescaped ones to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount + 4)
        span.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                guard case .plain = state else {
                    take(bytes[index], &output)
                    index += 1
                    continue
                }
                let start = index
                while index < bytes.count, bytes[index] != 0x5C { index += 1 }
                if index > start {
                    units.flush(to: &output)
                    output.append(contentsOf: bytes[start..<index])
                }
                // In binary content every byte may be such an escape: complete ones are decoded in one loop.
                while bytes.count - index >= Self.escapeLength, bytes[index] == 0x5C,
                    bytes[index + 1] == UInt8(ascii: "u")
                {
                    let high = Self.digit(bytes[index + 2]) << 12 | Self.digit(bytes[index + 3]) << 8
                    let low = Self.digit(bytes[index + 4]) << 4 | Self.digit(bytes[index + 5])
                    units.append(unit: high | low, to: &output)
                    index += Self.escapeLength
                }
                if index < bytes.count, bytes[index] == 0x5C {
                    state = .escape
                    index += 1
                }
            }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// Passes on an incomplete surrogate pair.
    mutating func finish(into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        units.flush(to: &output)
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// The bytes for the whole inside of a string.
    static func bytes(_ inside: [UInt8]) -> [UInt8] {
        guard inside.contains(0x5C) else { return inside }
        var result: [UInt8] = []
        let add = { (span: RawSpan) in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        var reading = JSONUnescaping()
        reading.push(inside.span.bytes, into: add)
        reading.finish(into: add)
        return result
    }

    private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
        switch state {
        case .plain: break
        case .escape:
            state = .plain
            if byte == UInt8(ascii: "u") {
                state = .unicode(digits: 0, value: 0)
                return
            }
            units.flush(to: &output)
            switch byte {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            default: output.append(byte)
            }
        case .unicode(let digits, let value):
            let sum = value << 4 | Self.digit(byte)
            if digits < 3 {
                state = .unicode(digits: digits + 1, value: sum)
            } else {
                state = .plain
                units.append(unit: sum, to: &output)
            }
        }
    }

    /// The value of a hexadecimal digit, computed without branches; other bytes give values below 16 too.
    private static func digit(_ byte: UInt8) -> UInt32 {
        // Letters have bit 6, and the low bits of A and a are 1.
        UInt32((byte & 0x0F) &+ (byte >> 6) &* 9) & 0x0F
    }
}
