import Bytes

extension Timestamp {
    /// Parses the form of Java's `Date.toString()`, as Burp writes it: `Sun Feb 19 20:42:20 EST 2017`.
    ///
    /// `nil` for an unknown zone, and for an ambiguous one such as `CST`.
    init?(javaDate text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, let month = Self.months.firstIndex(of: String(words[1])),
            let offset = Self.offset(ofZone: words[4])
        else { return nil }
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        guard let day = Int(words[2]) else { return nil }
        self.init(iso8601: "\(words[5])-\(digits(month + 1))-\(digits(day))T\(words[3])\(offset)")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let zones = [
        "UTC": "Z", "GMT": "Z", "WET": "+00:00", "WEST": "+01:00", "CET": "+01:00", "CEST": "+02:00",
        "EET": "+02:00", "EEST": "+03:00", "MSK": "+03:00", "JST": "+09:00", "NZST": "+12:00",
        "NZDT": "+13:00",
        "AEST": "+10:00", "AEDT": "+11:00", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00",
        "MST": "-07:00",
        "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00",
    ]

    /// The offset from UTC of a zone, which may also be written as `GMT+02:00`.
    private static func offset(ofZone name: Substring) -> String? {
        if let offset = zones[String(name)] { return offset }
        guard name.hasPrefix("GMT"), name.utf8.count == 9 else { return nil }
        return String(name.dropFirst(3))
    }
}
