extension [UInt8] {
    /// The bytes of hexadecimal digits, blanks left out.
    init(hexadecimal text: String) {
        let digits = text.filter(\.isHexDigit).compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
