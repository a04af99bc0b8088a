import Bytes

/// The ways in which clients escape names and filenames, and what the escapes in a value stand for.
package enum EscapedText {
    /// The index of the first backslash that escapes a quote or a backslash, `nil` where none does.
    ///
    /// The double backslash that begins a Windows share does not count, as long as the other backslashes are
    /// single.
    package static func firstEscape(in value: ArraySlice<UInt8>) -> Int? {
        let backslash = UInt8(ascii: "\\")
        let isShare = value.starts(with: [backslash, backslash]) && value.dropFirst(2).first != backslash
        var index = value.startIndex + (isShare ? 2 : 0)
        var first: Int?
        while index + 1 < value.endIndex {
            if value[index] == backslash {
                let next = value[index + 1]
                if next == backslash || next == UInt8(ascii: "\"") {
                    first = first ?? index
                    index += 1
                }
            }
            index += 1
        }
        return first
    }

    /// The value with `\"` and `\\` resolved where it is escaped so, else as it is: single backslashes stay.
    package static func resolvingBackslashes(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard value.contains(UInt8(ascii: "\\")), firstEscape(in: value) != nil else { return value }
        var result: ArraySlice<UInt8> = []
        var index = value.startIndex
        while index < value.endIndex {
            let next = index + 1 < value.endIndex ? value[index + 1] : 0
            if value[index] == UInt8(ascii: "\\"), next == UInt8(ascii: "\\") || next == UInt8(ascii: "\"") {
                index += 1
            }
            result.append(value[index])
            index += 1
        }
        return result
    }

    /// The value with each percent escape resolved (RFC 3986 §2.1); `nil` where a percent sign begins none.
    package static func resolvingPercentEscapes(in value: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var index = value.startIndex
        while index < value.endIndex {
            let isEscape = value[index] == UInt8(ascii: "%")
            guard let byte = isEscape ? percentEscape(at: index, in: value) : value[index] else { return nil }
            result.append(byte)
            index += isEscape ? 3 : 1
        }
        return result
    }

    /// The value with the percent escapes of some bytes resolved, and everything else as it is.
    package static func resolvingPercentEscapes(
        in value: ArraySlice<UInt8>,
        of isResolved: (UInt8) -> Bool
    ) -> [UInt8] {
        var result: [UInt8] = []
        var index = value.startIndex
        while index < value.endIndex {
            let escaped = percentEscape(at: index, in: value).flatMap { isResolved($0) ? $0 : nil }
            result.append(escaped ?? value[index])
            index += escaped == nil ? 1 : 3
        }
        return result
    }

    /// Whether a percent sign and two hexadecimal digits stand at an index, and which byte they mean.
    package static func percentEscape(at index: Int, in value: ArraySlice<UInt8>) -> UInt8? {
        guard value[index] == UInt8(ascii: "%"), index + 2 < value.endIndex,
            let high = value[index + 1].hexValue, let low = value[index + 2].hexValue
        else { return nil }
        return UInt8(high << 4 | low)
    }

    /// Whether browsers write a byte of a name as a percent escape: the quote, CR and LF.
    package static func isEscapedByBrowsers(_ byte: UInt8) -> Bool {
        byte == 0x22 || byte == 0x0D || byte == 0x0A
    }

    /// The value with all percent escapes resolved, where it was percent-encoded as a whole; `nil` where not.
    ///
    /// In such a value no byte is left that percent-encoding would not leave, every percent sign begins an
    /// escape, and there are escapes for a character beyond ASCII or at least three that browsers do not
    /// write: fewer may be part of the name.
    package static func percentDecoded(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.contains(UInt8(ascii: "%")) else { return nil }
        var result: [UInt8] = []
        var escapes = 0
        var index = value.startIndex
        while index < value.endIndex {
            let byte = value[index]
            if byte == UInt8(ascii: "%") {
                guard let meant = percentEscape(at: index, in: value) else { return nil }
                result.append(meant)
                if !isEscapedByBrowsers(meant) { escapes += 1 }
                index += 3
            } else {
                guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: ";") else {
                    return nil
                }
                result.append(byte)
                index += 1
            }
        }
        let goesBeyondASCII = result.contains { $0 >= 0x80 }
        guard goesBeyondASCII ? result.firstInvalidUTF8 == nil : escapes >= 3 else { return nil }
        return result
    }
}
