import Bytes

/// A file that was sent as its text in Base64, or as a data URI.
package enum EncodedFile {
    /// Whether the first bytes are those of `data:`, or of a known file signature in Base64: asked for every file.
    ///
    /// These are the forms of PNG, JPEG, GIF, PDF, ZIP, RIFF, gzip, TIFF, and of boxes of less than 64 KiB.
    package static func mayBegin(_ opening: ArraySlice<UInt8>) -> Bool {
        guard opening.count >= 16, let first = opening.first else { return false }
        let start = opening.prefix(4)
        return switch first {
        case UInt8(ascii: "d"): start.equals("data")
        case UInt8(ascii: "i"): start.equals("iVBO")
        case UInt8(ascii: "/"): start.equals("/9j/")
        case UInt8(ascii: "R"): start.equals("R0lG")
        case UInt8(ascii: "J"): start.equals("JVBE")
        case UInt8(ascii: "U"): start.equals("UEsD") || start.equals("UklG")
        case UInt8(ascii: "H"): start.equals("H4sI")
        case UInt8(ascii: "S"): start.equals("SUkq")
        case UInt8(ascii: "T"): start.equals("TU0A")
        case UInt8(ascii: "A"): start.equals("AAAA")
        default: false
        }
    }
}
