/// The character classes of the grammars that Partwise reads, as predicates on a byte.
extension UInt8 {
    /// `tchar` of RFC 9110 §5.6.2: what a token, so a field name or an unquoted parameter, may hold.
    @inlinable
    package var isTokenCharacter: Bool {
        // One bit for each character: digits and !#$%&'*+-. below 0x40, letters and ^_`|~ above. A table, because names
        // are most of the bytes of a head.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        return self < 0x40 ? low &>> UInt64(self) & 1 != 0 : self < 0x80 && high &>> UInt64(self) & 1 != 0
    }

    /// `bcharsnospace` of RFC 2046 §5.1.1: what a boundary may hold besides inner spaces.
    @inlinable
    package var isBoundaryCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "+"), UInt8(ascii: "_"),
            UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "="), UInt8(ascii: "?"):
            true
        default: false
        }
    }

    /// Space or horizontal tab: `OWS` of RFC 9110 §5.6.3 and `LWSP-char` of RFC 822.
    @inlinable
    package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// CR or LF.
    @inlinable
    package var isLineBreak: Bool { self == 0x0D || self == 0x0A }

    /// A control character (0x00 to 0x1F, 0x7F), horizontal tab included.
    @inlinable
    package var isControl: Bool { self < 0x20 || self == 0x7F }

    /// An ASCII digit.
    @inlinable
    package var isDigit: Bool { self &- 0x30 < 10 }

    /// The value of an ASCII hexadecimal digit, 0 to 15, or `nil`.
    @inlinable
    package var hexValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self) - 0x41 + 10
        default: nil
        }
    }

    /// The value of a digit of Base64, 0 to 63, or `nil`.
    package var base64Value: Int? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(self) - 0x41
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(self) - 0x61 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// The byte with ASCII uppercase letters mapped to lowercase; all other bytes unchanged.
    @inlinable
    package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes equal those of `text`, ignoring ASCII case.
    @inlinable
    package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && startsIgnoringCase(with: text)
    }

    /// Whether the bytes begin with those of `text`, ignoring ASCII case.
    ///
    /// This runs several times for each field line of a capture, so it is a plain loop over bytes.
    @inlinable
    package func startsIgnoringCase(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        // Sound: a literal of several bytes is in memory, and `self` has at least as many bytes.
        let expected = text.utf8Start
        return withUnsafeBufferPointer { bytes in
            // Most letters are written as expected: only others are mapped.
            for index in 0..<text.utf8CodeUnitCount
            where bytes[index] != expected[index]
                && bytes[index].lowercased != expected[index].lowercased
            { return false }
            return true
        }
    }

    /// Whether the bytes are exactly those of `text`.
    @inlinable
    package func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let expected = text.utf8Start
        return withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] != expected[index] { return false }
            return true
        }
    }
}

extension [UInt8] {
    /// Whether the bytes equal those of `text`, ignoring ASCII case.
    package func equalsIgnoringCase(_ text: StaticString) -> Bool { self[...].equalsIgnoringCase(text) }

    /// Whether the bytes begin with those of `text`, ignoring ASCII case.
    package func startsIgnoringCase(with text: StaticString) -> Bool {
        self[...].startsIgnoringCase(with: text)
    }
}
