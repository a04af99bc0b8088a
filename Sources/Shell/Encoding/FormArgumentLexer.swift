import Bytes

/// Splits the text of a `-F` option as curl does: words up to a semicolon, optionally in double quotes.
///
/// Between quotes `\"` and `\\` mean a quote and a backslash; a quote that is not closed is an ordinary
/// character. (curl's manual page, `--form`.)
struct FormArgumentLexer {
    private let bytes: [UInt8]
    private var position: Int
    /// Irregularities in the text.
    private(set) var remarks: [String] = []

    /// Starts at an offset of a text.
    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next byte, `nil` at the end.
    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips one byte.
    mutating func skip() { position += 1 }

    /// Skips blanks.
    mutating func skipBlanks() {
        while let byte = current, byte.isBlank || byte.isLineBreak { position += 1 }
    }

    /// Skips a text, if it is next, in any case.
    mutating func skip(_ text: StaticString) -> Bool {
        guard bytes[min(position, bytes.count)...].startsIgnoringCase(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// The next word, up to a semicolon, `end` or the end of the text; outer blanks count only between quotes.
    mutating func word(until end: UInt8?) -> [UInt8] {
        skipBlanks()
        if current == UInt8(ascii: "\""), let quoted = quotedWord(until: end) { return quoted }
        let start = position
        skipToEnd(end)
        return Array(bytes[start..<position].trimmingBlanks)
    }

    /// The next word, and those after further semicolons as long as `isPart` accepts them.
    mutating func words(until end: UInt8?, while isPart: (ArraySlice<UInt8>) -> Bool) -> [UInt8] {
        skipBlanks()
        let start = position
        skipToEnd(end)
        while current == UInt8(ascii: ";"), isPart(bytes[(position + 1)...].drop(while: \.isBlank)) {
            position += 1
            skipToEnd(end)
        }
        return Array(bytes[start..<position].trimmingBlanks)
    }

    private mutating func quotedWord(until end: UInt8?) -> [UInt8]? {
        var word: [UInt8] = []
        var index = position + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "\\"), next == UInt8(ascii: "\\") || next == UInt8(ascii: "\"") {
                index += 1
            }
            word.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else { return nil }
        position = index + 1
        let rest = position
        skipToEnd(end)
        if !bytes[rest..<position].trimmingBlanks.isEmpty {
            remarks.append(
                "'\(PrintableText.text(bytes[rest..<position]))' after a closing quote is left out"
            )
        }
        return word
    }

    private mutating func skipToEnd(_ end: UInt8?) {
        while let byte = current, byte != UInt8(ascii: ";"), byte != end { position += 1 }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without trailing blanks.
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        var rest = self
        while let last = rest.last, last.isBlank || last.isLineBreak { rest.removeLast() }
        return rest
    }
}
