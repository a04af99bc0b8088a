import Bytes

/// A hash by which rules are found: of something that must be in a request for the rule to match.
///
/// Two different things may have the same key: that costs a comparison, and no more.
struct RuleKey: Hashable, Sendable {
    /// The hash.
    let value: UInt32

    /// A key for a domain that the host must be in.
    static func host(_ domain: ArraySlice<UInt8>) -> RuleKey { RuleKey(domain, salt: 0x811C_9DC5) }

    /// A key for a domain that the page which makes the request must be in.
    static func initiator(_ domain: ArraySlice<UInt8>) -> RuleKey { RuleKey(domain, salt: 0x2F0B_4C47) }

    /// A key for a token: letters, digits and percent signs, with none of these before and after them.
    static func token(_ bytes: ArraySlice<UInt8>) -> RuleKey { RuleKey(bytes, salt: 0x5BD1_E995) }

    /// A key for four bytes in a row, the first of them the most significant.
    static func run(_ bytes: UInt32) -> RuleKey {
        RuleKey(value: (bytes ^ bytes >> 15) &* 0x9E37_79B1 ^ 0x7FEB_352D)
    }

    private init(value: UInt32) { self.value = value }

    /// FNV-1a (https://datatracker.ietf.org/doc/html/rfc9923), with a last step that spreads the high bits.
    private init(_ bytes: ArraySlice<UInt8>, salt: UInt32) {
        var hash = salt
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        value = hash ^ hash >> 15
    }

    /// Whether a byte is one of those that make up tokens.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte &- 0x61 < 26 || byte == UInt8(ascii: "%")
    }
}
