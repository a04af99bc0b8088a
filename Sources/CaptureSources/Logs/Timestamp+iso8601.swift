import Bytes

extension Timestamp {
    /// Parses the format of RFC 3339, with or without a fraction: `2026-11-21T01:58:09.851Z`, `…+02:00`.
    ///
    /// `nil` without a zone.
    init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        func digits(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy(\.isDigit) else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
            let hour = digits(11..<13), let minute = digits(14..<16), let second = digits(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var index = 19
        var fraction = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            var unit = 100_000_000
            index += 1
            while index < bytes.count, bytes[index].isDigit {
                fraction += Int(bytes[index] - 0x30) * unit
                unit /= 10
                index += 1
            }
        }
        guard index < bytes.count else { return nil }
        var offset = 0
        switch bytes[index] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): break
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let colon = index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: ":") ? 1 : 0
            guard let hours = digits((index + 1)..<(index + 3)),
                let minutes = digits((index + 3 + colon)..<(index + 5 + colon))
            else { return nil }
            offset = (bytes[index] == UInt8(ascii: "-") ? -60 : 60) * (hours * 60 + minutes)
        default: return nil
        }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(seconds: seconds, nanoseconds: fraction)
    }

    /// The time this many seconds after 1970, with a fraction; `nil` outside the range of ``Timestamp``.
    init?(seconds: Double) {
        guard seconds.isFinite, abs(seconds) < 9e9 else { return nil }
        let whole = seconds.rounded(.down)
        // At today's dates a double resolves microseconds, not nanoseconds.
        let micros = ((seconds - whole) * 1_000_000).rounded()
        self.init(seconds: Int(whole), nanoseconds: Int(micros) * 1000)
    }

    /// The time this many milliseconds after 1970; `nil` outside the range of ``Timestamp``.
    init?(milliseconds: Int) {
        guard abs(milliseconds / 1000) < 9_000_000_000 else { return nil }
        self.init(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    private init?(seconds: Int, nanoseconds: Int) {
        guard abs(seconds) < 9_000_000_000 else { return nil }
        self.init(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(nanoseconds))
    }

    /// Days from 1970-01-01 in the Gregorian calendar, by eras of 400 years.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
