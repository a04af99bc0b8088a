/// Turns the inside of a JSON string into the bytes it stands for, piece by piece (RFC 8259 §7).
///
/// A lone surrogate becomes the three bytes that UTF-8 would have for it: some recorders write undecodable bytes as
/// U+DC80 to U+DCFF, and only they know (see ``LatinBytes``).
struct JSONUnescaping {
    private enum State {
        case plain
        case escape
        case unicode(digits: Int, value: UInt32)
    }

    private var state = State.plain
    private var highSurrogate: UInt32?

    /// Takes the next bytes, and gives what they stand for to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount + 4)
        span.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                if case .plain = state {
                    var end = index
                    while end < bytes.count, bytes[end] != 0x5C { end += 1 }
                    if end > index {
                        flush(&output)
                        output.append(contentsOf: bytes[index..<end])
                    }
                    index = end
                    if index < bytes.count { state = .escape }
                } else {
                    take(bytes[index], &output)
                }
                index += 1
            }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// The bytes that the whole inside of a string stands for.
    static func bytes(_ inside: [UInt8]) -> [UInt8] {
        guard inside.contains(0x5C) else { return inside }
        var result: [UInt8] = []
        var reading = JSONUnescaping()
        reading.push(inside.span.bytes) { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        reading.flush(&result)
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
            flush(&output)
            switch byte {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            default: output.append(byte)
            }
        case .unicode(let digits, let value):
            let digit = UInt32(Character(UnicodeScalar(byte)).hexDigitValue ?? 0)
            let sum = value << 4 | digit
            if digits < 3 {
                state = .unicode(digits: digits + 1, value: sum)
            } else {
                state = .plain
                take(unit: sum, &output)
            }
        }
    }

    private mutating func take(unit: UInt32, _ output: inout [UInt8]) {
        if let high = highSurrogate, (0xDC00...0xDFFF).contains(unit) {
            highSurrogate = nil
            output.append(codePoint: 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00))
            return
        }
        flush(&output)
        if (0xD800...0xDBFF).contains(unit) {
            highSurrogate = unit
        } else {
            output.append(codePoint: unit)
        }
    }

    /// A high surrogate that no low one followed stands for itself.
    private mutating func flush(_ output: inout [UInt8]) {
        guard let high = highSurrogate else { return }
        highSurrogate = nil
        output.append(codePoint: high)
    }
}

extension [UInt8] {
    /// Appends a code point as UTF-8 has it, surrogates too.
    mutating func append(codePoint: UInt32) {
        let low = { (shift: UInt32) in UInt8(0x80 | (codePoint >> shift & 0x3F)) }
        switch codePoint {
        case ..<0x80: append(UInt8(codePoint))
        case ..<0x800: append(contentsOf: [UInt8(0xC0 | codePoint >> 6), low(0)])
        case ..<0x10000: append(contentsOf: [UInt8(0xE0 | codePoint >> 12), low(6), low(0)])
        default:
            append(contentsOf: [UInt8(0xF0 | (codePoint >> 18 & 7)), low(12), low(6), low(0)])
        }
    }
}
