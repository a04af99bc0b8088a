/// The `id` of a flow: a UUID, which mitmproxy writes as text (RFC 9562 §4).
struct FlowIdentifier: Hashable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Reads the text; `nil` where it has not 32 hexadecimal digits, besides dashes.
    init?(_ text: [UInt8]) {
        var count = 0
        for byte in text where byte != UInt8(ascii: "-") {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, count < 32 else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            count += 1
        }
        guard count == 32 else { return nil }
    }
}
