/// A text that stands in a Swift source: a string literal, or several that are joined by plus signs.
package struct SourceText: Hashable, Sendable {
    /// The text; `…` stands for what is interpolated.
    package let text: String
    /// The label of the argument that it is, `nil` where it is none.
    package let label: String?

    /// The texts of a source, in their order; those in its comments are left out.
    package static func all(in source: String) -> [SourceText] {
        var reader = SourceTextReader(bytes: Array(source.utf8))
        return reader.texts()
    }

    /// The sentences of the text, with one blank between words.
    package var sentences: [String] {
        var sentences: [String] = []
        var words: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            words.append(word)
            guard let last = word.last, ".?!".contains(last) else { continue }
            sentences.append(words.joined(separator: " "))
            words = []
        }
        return words.isEmpty ? sentences : sentences + [words.joined(separator: " ")]
    }
}

/// Reads the string literals of a source; raw ones have a single number sign.
private struct SourceTextReader {
    let bytes: [UInt8]
    var place = 0

    mutating func texts() -> [SourceText] {
        var found: [SourceText] = []
        var end = 0
        while place < bytes.count {
            guard !starts(with: "//") else {
                skipLine()
                continue
            }
            let start = place
            guard let text = literal() else {
                place += 1
                continue
            }
            if let last = found.last, isPlus(end..<start) {
                found[found.count - 1] = SourceText(text: last.text + text, label: last.label)
            } else {
                found.append(SourceText(text: text, label: label(before: start)))
            }
            end = place
        }
        return found
    }

    /// The literal that begins here, `nil` where none does.
    private mutating func literal() -> String? {
        let isRaw = starts(with: "#\"")
        guard isRaw || starts(with: "\"") else { return nil }
        if isRaw { place += 1 }
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        place += quote.utf8.count
        let close = isRaw ? quote + "#" : quote
        var text: [UInt8] = []
        while place < bytes.count {
            if starts(with: close) {
                place += close.utf8.count
                break
            }
            if !isRaw, bytes[place] == UInt8(ascii: "\\") {
                place += 1
                readEscape(into: &text)
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) {
        guard place < bytes.count else { return }
        switch bytes[place] {
        case UInt8(ascii: "("):
            skipInterpolation()
            text += "…".utf8
        case UInt8(ascii: "\n"):
            while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        case UInt8(ascii: "n"):
            text.append(UInt8(ascii: "\n"))
            place += 1
        case UInt8(ascii: "u"):
            let digits = bytes[place...].dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            if let scalar = number.flatMap(Unicode.Scalar.init) { text += String(Character(scalar)).utf8 }
            place = min(digits.endIndex + 1, bytes.count)
        default:
            text.append(bytes[place])
            place += 1
        }
    }

    private mutating func skipInterpolation() {
        var depth = 0
        while place < bytes.count {
            guard literal() == nil else { continue }
            if bytes[place] == UInt8(ascii: "(") { depth += 1 }
            if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
            place += 1
            if depth == 0 { return }
        }
    }

    private mutating func skipLine() {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    }

    private func starts(with text: String) -> Bool {
        guard place < bytes.count, bytes[place] == text.utf8.first else { return false }
        return bytes[place...].starts(with: text.utf8)
    }

    private func isPlus(_ range: Range<Int>) -> Bool {
        bytes[range].filter { !Self.isBlank($0) } == [UInt8(ascii: "+")]
    }

    private func label(before start: Int) -> String? {
        let before = bytes[..<start].reversed().drop(while: Self.isBlank)
        guard before.first == UInt8(ascii: ":") else { return nil }
        let name = before.dropFirst().prefix { Character(Unicode.Scalar($0)).isLetter }
        return name.isEmpty ? nil : String(decoding: name.reversed(), as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
}
