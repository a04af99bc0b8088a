/// Makes bytes of a capture safe to display: no control character, escape sequence or bidirectional control
/// survives.
///
/// Every string from a capture is hostile until it has passed here (or the reporter's escaping of HTML, XML
/// or JSON).
package enum PrintableText {
    /// The bytes as text: printable UTF-8 as it is, CR and LF as ␍ and ␊, tab as ␉, other controls and bytes
    /// that are not valid UTF-8 as `\xNN`, and invisible or bidirectional control characters as `\u{N}`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to show.
    ///   - limit: the greatest number of bytes to show, never cutting a character; longer text ends in an
    ///     ellipsis.
    /// - Returns: the text, which holds no line break.
    package static func text(_ bytes: some Collection<UInt8>, limit: Int = 200) -> String {
        // Three bytes more than are shown, so that a character that the limit cuts is recognized.
        text(of: Array(bytes.prefix(min(limit, Int.max - 3) + 3)), isCut: bytes.count > limit, limit: limit)
    }

    /// The same for a slice: most callers have one, and it needs no generic code.
    package static func text(_ bytes: ArraySlice<UInt8>, limit: Int = 200) -> String {
        // Most names and boundaries are plain ASCII.
        if bytes.count <= limit, bytes.withUnsafeBufferPointer(isPlain) {
            return String(decoding: bytes, as: UTF8.self)
        }
        return text(
            of: Array(bytes.prefix(min(limit, Int.max - 3) + 3)),
            isCut: bytes.count > limit,
            limit: limit
        )
    }

    /// The same with each character beyond ASCII as `\u{N}`: for what looks like something else.
    package static func ascii(_ bytes: ArraySlice<UInt8>, limit: Int = 200) -> String {
        text(bytes, limit: limit).unicodeScalars.map { scalar in
            scalar.isASCII ? String(scalar) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }.joined()
    }

    /// Whether all bytes are printable ASCII.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func text(of bytes: [UInt8], isCut: Bool, limit: Int) -> String {
        if !isCut, bytes.withUnsafeBufferPointer(isPlain) { return String(decoding: bytes, as: UTF8.self) }
        var result = ""
        let shown = bytes
        let end = min(limit, shown.count)
        var decoder = UTF8()
        var iterator = shown[...].makeIterator()
        var position = 0
        decoding: while position < end {
            let before = position
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                position += UTF8.width(scalar)
                if position > end { break decoding }
                append(scalar, to: &result)
            case .emptyInput:
                break decoding
            case .error:
                // The standard decoder reports an invalid sequence, not its length: show one byte and
                // continue.
                appendHex(shown[before], to: &result)
                position = before + 1
                decoder = UTF8()
                iterator = shown[position...].makeIterator()
            }
        }
        if isCut { result += "…" }
        return result
    }

    /// The same for a string from a capture, or a path.
    package static func text(_ string: String, limit: Int = 200) -> String {
        // Most texts are plain ASCII, and their own.
        var own = string
        if own.withUTF8({ $0.count <= limit && isPlain($0) }) { return string }
        return text(SystemPath.bytes(string), limit: limit)
    }

    /// Whether a non-ASCII character controls a terminal, is invisible or changes the text direction: every
    /// format escapes it.
    package static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80..<0xA0, 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F,
            0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0,
            0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        // Noncharacters, of which XML 1.0 allows not all.
        case 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar.value {
        case 0x0D: result += "␍"
        case 0x0A: result += "␊"
        case 0x09: result += "␉"
        case 0..<0x20, 0x7F: appendHex(UInt8(scalar.value), to: &result)
        default:
            if isDeceptive(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func appendHex(_ byte: UInt8, to result: inout String) {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}
