import Bytes

/// The URL pattern of a rule: what is between its anchors, and how it is anchored.
struct FilterPattern: Hashable, Sendable {
    /// Where the pattern has to begin.
    enum Start: Hashable, Sendable {
        /// Anywhere in the URL.
        case anywhere
        /// At its first byte (`|`).
        case url
        /// At the first byte of the host or of one of its labels (`||`).
        case label
        /// The text is the whole host, as in a hosts file.
        case host
    }

    /// What matches any bytes.
    static let star = UInt8(ascii: "*")
    /// What matches a separator, or the end of the URL.
    static let separator = UInt8(ascii: "^")

    /// The pattern without its anchors, in lowercase unless ``isCaseSensitive``.
    var text: [UInt8]
    /// Where it has to begin.
    var start = Start.anywhere
    /// Whether it has to end with the URL (`|`).
    var isEndAnchored = false
    /// Whether letters must have the same case.
    var isCaseSensitive = false

    /// Whether a byte of a URL is a separator: none of letters, digits, `_`, `-`, `.`, `%` and bytes above ASCII.
    static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "%"), 0x80...:
            false
        default: true
        }
    }

    /// Whether the pattern matches a request's URL.
    func matches(_ request: borrowing FilterRequest) -> Bool {
        var search = PatternSearch()
        return search.matches(self, request)
    }
}
