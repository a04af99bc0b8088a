import Bytes

/// Converts the times of day of `--trace-time`, which have neither date nor zone, to timestamps.
///
/// The Date field of the response (RFC 9110 §6.6.1) has both: the zone is the offset between curl's clock and
/// the server's, in quarters of an hour. Where the remainder exceeds a few minutes, or the field is missing,
/// there is no timestamp.
struct TraceClock {
    /// The greatest difference of two correct clocks, in seconds.
    private static let tolerance = 300
    private static let day = 86_400
    private static let quarter = 900

    /// The offset from nanoseconds since midnight to the timestamp.
    private let base: Int64
    /// The time of day of the request's start, in nanoseconds; earlier ones may belong to the next day.
    private let start: Int64

    /// Determines date and zone.
    ///
    /// - Parameters:
    ///   - start: the time of day when the request began.
    ///   - response: the time of day when the response began.
    ///   - date: the value of the Date field of the response.
    init?(start: String, response: String, date: String) {
        guard let start = Self.nanoseconds(start), let response = Self.nanoseconds(response),
            let date = Timestamp(httpDate: date)
        else { return nil }
        let sent = Int(date.nanoseconds / 1_000_000_000)
        let local = Int(response / 1_000_000_000)
        // How far curl's clock is ahead, from minus to plus half a day.
        var ahead = (local - sent % Self.day + Self.day) % Self.day
        if ahead > Self.day / 2 { ahead -= Self.day }
        let zone = Int((Double(ahead) / Double(Self.quarter)).rounded()) * Self.quarter
        guard abs(ahead - zone) <= Self.tolerance else { return nil }
        // Midnight, by curl's clock, of the day on which the response began.
        let midnight = sent + ahead - local
        self.start = start
        base = Int64(midnight - zone - (response < start ? Self.day : 0)) * 1_000_000_000
    }

    /// The timestamp of a time of day; `nil` where the text is not one.
    func moment(_ time: String?) -> Timestamp? {
        guard let time = time.flatMap(Self.nanoseconds) else { return nil }
        let later = time < start ? Int64(Self.day) * 1_000_000_000 : 0
        return Timestamp(nanoseconds: base + time + later)
    }

    /// A time of day in nanoseconds: `01:58:07.199966`.
    private static func nanoseconds(_ time: String) -> Int64? {
        // The format is that of a time of RFC 3339.
        Timestamp(iso8601: "1970-01-01T\(time)Z")?.nanoseconds
    }
}

extension Timestamp {
    /// Parses a Date field in IMF-fixdate: `Sat, 21 Nov 2026 01:58:09 GMT` (RFC 9110 §5.6.7).
    init?(httpDate text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT" else { return nil }
        self.init(javaDate: "\(words[0].dropLast()) \(words[2]) \(words[1]) \(words[4]) GMT \(words[3])")
    }
}
