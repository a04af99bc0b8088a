extension Int {
    /// The number with commas between groups of three digits: `1,048,576`.
    package var grouped: String {
        // A sign, 19 digits and 6 commas at most.
        String(unsafeUninitializedCapacity: 26) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            if self < 0 { text.append(UInt8(ascii: "-")) }
            text.append(decimal: magnitude, isGrouped: true)
            return text.finalize(for: buffer)
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number in decimal digits, of which it has 20 at most.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - isGrouped: whether commas stand between groups of three digits.
    package mutating func append(decimal number: UInt, isGrouped: Bool = false) {
        // Most are short.
        if number < 1_000 {
            let number = UInt32(truncatingIfNeeded: number)
            if number >= 100 { append(Self.digit(number / 100)) }
            if number >= 10 { append(Self.digit(number / 10 % 10)) }
            return append(Self.digit(number % 10))
        }
        // The last fifteen digits, the first in the lowest bits: divisions by ten are multiplications.
        let (head, tail) = number.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        var (rest, digits, left) = (tail, UInt64(0), 0)
        repeat {
            digits = digits << 4 | UInt64(rest % 10)
            rest /= 10
            left += 1
        } while rest > 0 || (head > 0 && left < 15)
        if head > 0 {
            append(decimal: head, isGrouped: isGrouped)
            if isGrouped { append(UInt8(ascii: ",")) }
        }
        while true {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits & 15))
            digits >>= 4
            left -= 1
            guard left > 0 else { return }
            if isGrouped, left.isMultiple(of: 3) { append(UInt8(ascii: ",")) }
        }
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
    }
}
