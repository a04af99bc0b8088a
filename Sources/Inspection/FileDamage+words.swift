import Bytes

extension FileDamage {
    /// How the bytes show it, as the rest of a sentence on the file; `length` is that of all of it.
    package func message(_ opening: ArraySlice<UInt8>, of length: Int) -> String {
        // The first line of a PDF is ASCII; the damage is in the second one.
        let isPDF = opening.starts(with: "%PDF-".utf8)
        let line = isPDF ? opening.drop { !$0.isLineBreak }.drop(while: \.isLineBreak) : opening
        let begins = ", but \(isPDF ? "its second line" : "the content") begins with `\(Self.hex(line, 8))`: "
        let printed = ", but the content begins with `\(PrintableText.text(opening.prefix(24)))`: "
        let ends = ", but the content ends after \(Quantity.of(length, "byte")), "
        return switch self {
        case .encoded:
            begins
                + "the bytes from 80 on were taken for characters and written as UTF-8, which destroys the file"
        case .replaced: begins + "bytes that are not valid UTF-8 were replaced by U+FFFD"
        case .questionMarks: begins + "the bytes from 80 on were replaced by `?`, which destroys the file"
        case .lineEnds: begins + "line ends in the file were converted as if it were text, which destroys it"
        case .sevenBits: begins + "the highest bit of each byte was lost, which destroys the file"
        case .numbers: printed + "the bytes of the file are written as numbers"
        case .widened: begins + "a NUL stands beside each byte of the file, which destroys it"
        case .cutAtNul: ends + "where the first NUL of such a file stands"
        case .cutAtEndOfText: ends + "where the first 1A of such a file stands, which ends a text in DOS"
        case .cutAtLineEnd: ends + "where the first line of such a file ends"
        }
    }

    /// What to do about it.
    package var hint: String {
        switch self {
        case .encoded, .replaced:
            "Find the layer that decodes the body as text (a gateway, a file joined to a string) and pass bytes through "
                + "it: write the header lines and the file as bytes, one after the other."
        case .questionMarks:
            "Find the layer that encodes the body as ASCII (a string that holds the file, `Encoding.ASCII`) and write "
                + "the file's bytes themselves."
        case .lineEnds:
            "Open the file in binary mode (`rb`), transfer it in binary mode, and convert no line ends in the body."
        case .sevenBits: "Find the layer that takes bytes for ASCII, and pass all eight bits through it."
        case .numbers:
            "Write the bytes themselves: an array of bytes in a text becomes its numbers (PowerShell: `-Form`, or "
                + "`[Text.Encoding]::GetEncoding(28591).GetString($bytes)`; Apps Script: a blob in `payload`)."
        case .widened:
            "Write the array of bytes itself, not a string that was made of it: `StrConv(bytes, vbUnicode)` in Visual Basic, "
                + "and UTF-16 elsewhere, make two bytes of each."
        case .cutAtNul:
            "Take the length from what was read (`fread`, `ftell`), not from `strlen()`; do not print a file with `%s`."
        case .cutAtEndOfText, .cutAtLineEnd:
            "Open the file in binary mode (`rb`), and read it to its end, not one line of it."
        }
    }

    /// The first bytes of a content in hexadecimal.
    package static func hex(_ bytes: ArraySlice<UInt8>, _ count: Int) -> String {
        bytes.prefix(count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
    }
}
