/// Fill that takes the place of bytes that are not to be shown: of the same length, and such that whatever is judged of
/// the bytes stays as it is.
///
/// A letter becomes `x`, a digit `0`; blanks, line breaks, control characters, dashes and other punctuation stay, so
/// that lines, delimiters and formats are recognised as before. Bytes above 0x7F become others of the same rank in UTF-8
/// (Unicode 16, table 3-7): what was valid stays valid, and what was not does not become so. A byte order mark and
/// U+FFFD stay what they are.
enum ContentFill {
    private static let table: [UInt8] = (0...255).map { fill(for: UInt8($0)) }

    /// Replaces the bytes at a range of indices, which must lie in the array.
    static func replace(_ bytes: inout [UInt8], in range: Range<Int>) {
        let table = table
        for index in range { bytes[index] = table[Int(bytes[index])] }
    }

    /// The byte that takes the place of another.
    private static func fill(for byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "x")
        case 0..<0x80: byte
        // U+FFFD is EF BF BD, the byte order mark EF BB BF.
        case 0xBB, 0xBD, 0xBF: byte
        case 0x80...0x8F: 0x80
        case 0x90...0x9F: 0x90
        case 0xA0...0xBF: 0xA0
        case 0xC2...0xDF: 0xC3
        case 0xE1...0xEC, 0xEE: 0xE2
        case 0xF1...0xF3: 0xF1
        default: byte
        }
    }
}
