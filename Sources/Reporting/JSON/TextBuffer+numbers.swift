import Bytes

/// Numbers as text. Sound where room was made for what is written, and for ``room(ofDigits:)``.
extension UnsafeMutablePointer<UInt8> {
    /// The room for a number of digits, as eight bytes are written at once.
    static func room(ofDigits count: Int) -> Int { count + 8 }

    /// The room for a number, with commas too.
    static var decimalRoom: Int { room(ofDigits: 25) }

    /// Writes a number that is not negative in decimal digits, of which it has 19 at most.
    @inline(__always)
    mutating func put(decimal number: Int) {
        if number < 10 { return put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)) }
        guard number < 100_000_000 else { return put(long: number) }
        let digits = Self.digits(number)
        // As the number is not zero, one of the digits is not.
        let zeros = digits.trailingZeroBitCount / 8
        store(digits &>> UInt64(8 &* zeros))
        self += 8 &- zeros
    }

    /// Writes a number of nine digits or more.
    @inline(never)
    private mutating func put(long number: Int) {
        let (head, tail) = number.quotientAndRemainder(dividingBy: 100_000_000)
        if head < 100_000_000 { put(decimal: head) } else { put(long: head) }
        put(tail, digits: 8)
    }

    /// Writes a number that is not negative with commas between groups of three digits, of which it has seven at most.
    mutating func put(grouped number: Int) {
        guard number >= 1000 else { return put(decimal: number) }
        let (head, tail) = number.quotientAndRemainder(dividingBy: 1000)
        put(grouped: head)
        put(UInt8(ascii: ","))
        put(tail, digits: 3)
    }

    /// Writes the last digits of a number below 100,000,000, eight at most.
    @inline(__always)
    mutating func put(_ number: Int, digits count: Int) {
        store(Self.digits(number) &>> UInt64(8 &* (8 &- count)))
        self += count
    }

    /// Writes the address and the port of an endpoint of IPv4, which take ``Endpoint/greatestDottedLength``.
    mutating func put(_ endpoint: Endpoint) {
        var shift: UInt64 = 24
        while true {
            put(decimal: Int(UInt8(truncatingIfNeeded: endpoint.addressLow >> shift)))
            guard shift > 0 else { break }
            put(UInt8(ascii: "."))
            shift &-= 8
        }
        put(UInt8(ascii: ":"))
        put(decimal: Int(endpoint.port))
    }

    /// Writes eight digits as their characters.
    @inline(__always)
    private func store(_ digits: UInt64) {
        let text = (digits | 0x3030_3030_3030_3030).littleEndian
        UnsafeMutableRawPointer(self).storeBytes(of: text, as: UInt64.self)
    }

    /// The eight digits of a number below 100,000,000, one in each byte, the first one in the lowest.
    ///
    /// Halves, pairs and single digits are divided side by side, by multiplication.
    @inline(__always)
    private static func digits(_ number: Int) -> UInt64 {
        let number = UInt64(truncatingIfNeeded: number)
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (halves &- 100 &* hundreds) << 16
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (pairs &- 10 &* tens) << 8
    }
}
