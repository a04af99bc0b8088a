package import Bytes

extension Timestamp {
    /// The time in the format of RFC 3339 in UTC, with six digits of a second, nine where the clock is finer.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.textRoom) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var place = start
            place.put(self)
            return place - start
        }
    }

    /// The room for ``text``, which has 30 bytes at most.
    static var textRoom: Int { UnsafeMutablePointer<UInt8>.room(ofDigits: 30) }

    /// The room for the seconds between two times: a sign, 17 digits, a point and three digits.
    static var secondsRoom: Int { UnsafeMutablePointer<UInt8>.room(ofDigits: 22) }

    /// The civil date of a day since 1970-01-01, in the Gregorian calendar.
    ///
    /// Years start in March here, so that the leap day is a year's last.
    fileprivate static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.dividedFloor(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient rounded down, for a positive divisor.
    fileprivate func dividedFloor(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Sound where room was made for what is written.
extension UnsafeMutablePointer<UInt8> {
    /// Writes the text of a time.
    mutating func put(_ time: Timestamp) {
        let nanoseconds = time.nanoseconds
        let day: Int64 = 86_400_000_000_000
        let date = Timestamp.date(nanoseconds.dividedFloor(by: day))
        let remainder = nanoseconds % day
        let time = remainder < 0 ? remainder + day : remainder
        let second = time / 1_000_000_000
        let fraction = Int(time % 1_000_000_000)
        // 64 bits of nanoseconds are years of four digits.
        put(pair: date.year / 100)
        put(pair: date.year % 100, before: "-")
        put(pair: date.month, before: "-")
        put(pair: date.day, before: "T")
        put(pair: second / 3600, before: ":")
        put(pair: second / 60 % 60, before: ":")
        put(pair: second % 60, before: ".")
        if fraction.isMultiple(of: 1000) {
            put(fraction / 1000, digits: 6)
        } else {
            put(fraction / 100_000_000, digits: 1)
            put(fraction % 100_000_000, digits: 8)
        }
        put(UInt8(ascii: "Z"))
    }

    /// Writes the seconds between two times, with three decimals: `0.004`.
    mutating func put(secondsFrom start: Timestamp, to end: Timestamp) {
        let milliseconds = (end.nanoseconds &- start.nanoseconds).dividedFloor(by: 1_000_000)
        let magnitude = Int(clamping: milliseconds.magnitude)
        if milliseconds < 0 { put(UInt8(ascii: "-")) }
        put(decimal: magnitude / 1000)
        put(UInt8(ascii: "."))
        put(magnitude % 1000, digits: 3)
    }

    /// Writes a number of two digits, and a character.
    @inline(__always)
    private mutating func put(pair number: Int64, before character: Unicode.Scalar) {
        put(pair: number)
        put(UInt8(ascii: character))
    }

    /// Writes a number of two digits.
    @inline(__always)
    private mutating func put(pair number: Int64) {
        let tens = number / 10
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens))
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number &- 10 &* tens))
    }
}
