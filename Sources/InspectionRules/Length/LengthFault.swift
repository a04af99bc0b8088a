import Bytes
import Inspection

/// One way in which a Content-Length was computed wrongly, and how many of the missing bytes it accounts for.
struct LengthFault: Hashable {
    /// What was counted instead of the bytes of the body.
    enum Kind: Hashable {
        /// The content before it was compressed.
        case uncompressed
        /// The content of one or several parts and nothing else: which.
        case contents(String)
        /// Everything but pieces of the body: which.
        case uncounted(String)
        /// Everything but the close delimiter, as far as it was not counted.
        case closeDelimiter
        /// Characters of the text: in which unit, and whether files were counted in bytes.
        case characters(TextCount)
        /// Grapheme clusters of the text, of which CRLF is one.
        case graphemes(TextCount)
        /// One byte for a line end where two were sent, or two where one was: how many line ends.
        case lineEnds(Int)
        /// Everything but line ends: which.
        case withoutLineEnds(String)
        /// No explanation but the difference: two bytes.
        case two
        /// No explanation but the difference: one byte.
        case one
    }

    /// Text counted in units that are not bytes.
    struct TextCount: Hashable {
        /// The unit, in the plural.
        var unit: String
        /// The number of units.
        var units: Int
        /// The number of bytes of the same text.
        var bytes: Int
        /// Whether files are counted besides, in bytes.
        var isBesideFiles: Bool
    }

    /// What was counted.
    let kind: Kind
    /// By how many bytes this makes the declared length too small; negative where it makes it too large.
    let bytes: Int
}

extension LengthFault.TextCount {
    /// What the declared length is, in words: the whole body in other units, or the text of it.
    func words(declared: Int, isWholeLength: Bool) -> String {
        if isWholeLength, !isBesideFiles {
            return "\(declared) is the number of its \(unit), not of its bytes"
        }
        let text = "the text in \(unit), \(units.grouped) instead of \(bytes.grouped) bytes"
        guard isWholeLength else { return text }
        return "\(declared) is \(text), plus the file in bytes"
    }
}
