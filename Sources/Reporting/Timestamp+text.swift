package import Bytes

extension Timestamp {
    /// The time in the format of RFC 3339 in UTC, with six digits of a second, nine where the clock is finer.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.greatestTextLength) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            text.append(self)
            return text.finalize(for: buffer)
        }
    }

    /// The greatest length of ``text`` in bytes.
    static let greatestTextLength = 30

    /// The greatest length of the seconds between two times in bytes: a sign, 17 digits, a point and three digits.
    static let greatestSecondsLength = 22

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

extension OutputSpan<UInt8> {
    /// Appends the text of a time.
    mutating func append(_ time: Timestamp) {
        let nanoseconds = time.nanoseconds
        let day: Int64 = 86_400_000_000_000
        let date = Timestamp.date(nanoseconds.dividedFloor(by: day))
        let remainder = nanoseconds % day
        let time = remainder < 0 ? remainder + day : remainder
        let second = time / 1_000_000_000
        let fraction = time % 1_000_000_000
        let isFine = !fraction.isMultiple(of: 1000)
        append(date.year, digits: 4, before: "-")
        append(date.month, digits: 2, before: "-")
        append(date.day, digits: 2, before: "T")
        append(second / 3600, digits: 2, before: ":")
        append(second / 60 % 60, digits: 2, before: ":")
        append(second % 60, digits: 2, before: ".")
        append(isFine ? fraction : fraction / 1000, digits: isFine ? 9 : 6, before: "Z")
    }

    /// Appends the seconds between two times, with three decimals: `0.004`.
    mutating func append(secondsFrom start: Timestamp, to end: Timestamp) {
        let milliseconds = (end.nanoseconds &- start.nanoseconds).dividedFloor(by: 1_000_000)
        let magnitude = Int64(clamping: milliseconds.magnitude)
        if milliseconds < 0 { append(UInt8(ascii: "-")) }
        append(decimal: UInt(magnitude / 1000))
        append(UInt8(ascii: "."))
        append(magnitude % 1000, digits: 3)
    }

    /// Appends a number with leading zeros, and a character.
    fileprivate mutating func append(_ number: Int64, digits: Int, before character: Unicode.Scalar) {
        append(number, digits: digits)
        append(UInt8(ascii: character))
    }

    /// Appends a number with leading zeros.
    fileprivate mutating func append(_ number: Int64, digits: Int) {
        var unit: Int64 = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }
}
