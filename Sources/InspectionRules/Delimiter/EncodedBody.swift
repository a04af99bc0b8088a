import Bytes
import Inspection

/// The beginning of a form that is Base64 text as a whole.
struct EncodedBody {
    /// The first bytes that it stands for; the delimiter's dashes are the first.
    let text: [UInt8]

    /// Looks at the first bytes of a body; `nil` where they are no Base64, or stand for something else.
    init?(_ opening: ArraySlice<UInt8>) {
        let digits = opening.prefix { !$0.isLineBreak }
        // Two dashes, and the upper bits of any ASCII character.
        guard digits.starts(with: "LS0".utf8) || digits.starts(with: "LS1".utf8), digits.count >= 16 else {
            return nil
        }
        var bytes: [UInt8] = []
        var bits = 0
        var value = 0
        for byte in digits where byte != UInt8(ascii: "=") {
            guard let digit = byte.base64Value else { return nil }
            value = (value << 6 | digit) & 0xFFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> bits))
        }
        text = bytes
    }
}
