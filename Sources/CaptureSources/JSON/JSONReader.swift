import Bytes

/// Reads JSON (RFC 8259) value by value from stored bytes, without loading long texts.
///
/// Depth and the number of values of an entry are limited; values beyond are skipped in one pass over their
/// bytes.
struct JSONReader {
    /// Deeper values are not kept: no log nests deeper than a dozen.
    private static let depthLimit = 64
    /// The greatest number of values in one entry: a page of a thousand cookies has a few thousand.
    private static let valueLimit = 100_000

    /// The place in the text.
    var cursor: StoreCursor
    private var valueCount = 0

    /// Begins at an offset; a byte order mark there is passed over.
    init(_ store: ByteStore, at position: Int = 0) {
        cursor = StoreCursor(store, at: position)
        if position == 0 { _ = cursor.skip("\u{FEFF}") }
    }

    /// Resets the count of values for a new entry.
    mutating func beginEntry() {
        valueCount = 0
    }

    /// The next byte after white space.
    mutating func peek() -> UInt8? {
        cursor.skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return cursor.peek()
    }

    /// Skips a punctuation mark; anything else is a fault.
    mutating func expect(_ mark: UInt8) throws(CaptureProblem) {
        guard peek() == mark else { throw fault("\"\(Character(UnicodeScalar(mark)))\" is expected") }
        cursor.advance()
    }

    /// Whether another element follows in a list or record that ends with `close`; commas are skipped.
    ///
    /// - Parameters:
    ///   - close: the closing mark.
    ///   - isFirst: whether no element was read yet.
    /// - Returns: false where the closing mark was skipped.
    /// - Throws: where neither the closing mark nor a comma is here.
    mutating func hasMore(before close: UInt8, isFirst: Bool) throws(CaptureProblem) -> Bool {
        if peek() == close {
            cursor.advance()
            return false
        }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        return true
    }

    /// The name of the next member and the colon after it.
    mutating func name() throws(CaptureProblem) -> String {
        guard case .text(let text) = try string() else { return "" }
        try expect(UInt8(ascii: ":"))
        return text.short ?? ""
    }

    /// Reads the next value.
    mutating func value(depth: Int = 0) throws(CaptureProblem) -> LogValue {
        valueCount += 1
        guard valueCount <= Self.valueLimit, depth < Self.depthLimit else {
            try skipValue()
            guard valueCount <= Self.valueLimit else {
                throw CaptureProblem(
                    .limit,
                    "an entry has more than \(Self.valueLimit) values",
                    at: cursor.position
                )
            }
            return .null
        }
        switch peek() {
        case UInt8(ascii: "{"):
            cursor.advance()
            var members: [(name: String, value: LogValue)] = []
            while try hasMore(before: UInt8(ascii: "}"), isFirst: members.isEmpty) {
                let name = try name()
                members.append((name, try value(depth: depth + 1)))
            }
            return .record(members)
        case UInt8(ascii: "["):
            cursor.advance()
            var elements: [LogValue] = []
            while try hasMore(before: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
                elements.append(try value(depth: depth + 1))
            }
            return .list(elements)
        case UInt8(ascii: "\""): return try string()
        default: return try word()
        }
    }

    /// Skips the next value, whatever its depth.
    mutating func skipValue() throws(CaptureProblem) {
        var depth = 0
        repeat {
            switch peek() {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                cursor.advance()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                cursor.advance()
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: ","), UInt8(ascii: ":"): cursor.advance()
            default: _ = try word()
            }
        } while depth > 0
    }

    private mutating func string() throws(CaptureProblem) -> LogValue {
        guard peek() == UInt8(ascii: "\"") else { throw fault("a string is expected") }
        cursor.advance()
        let start = cursor.position
        guard cursor.skip(through: 0x22, escape: 0x5C) else {
            throw CaptureProblem(.truncatedFile, "the file ends in the middle of a string", at: start)
        }
        let range = start..<(cursor.position - 1)
        guard range.count <= LogText.keptBytes else {
            return .text(LogText([LogText.Piece(range: range, spelling: .json)]))
        }
        let end = cursor.position
        cursor.seek(to: start)
        let inside = cursor.take(range.count) ?? []
        cursor.seek(to: end)
        return .text(LogText(JSONUnescaping.bytes(inside)))
    }

    /// A number, or one of the three literals.
    private mutating func word() throws(CaptureProblem) -> LogValue {
        var word: [UInt8] = []
        while word.count < 64, let byte = cursor.peek(),
            byte.isTokenCharacter, byte != UInt8(ascii: "'")
        {
            word.append(byte)
            cursor.advance()
        }
        switch String(decoding: word, as: UTF8.self) {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case let text:
            guard let number = Double(text), word.first != UInt8(ascii: "+") else {
                throw fault("a value is expected", back: word.count)
            }
            return .number(number)
        }
    }

    private mutating func fault(_ what: String, back: Int = 0) -> CaptureProblem {
        guard cursor.peek() != nil else {
            return CaptureProblem(.truncatedFile, "the file ends where \(what)", at: cursor.position)
        }
        return CaptureProblem(.damagedEntry, "this is not JSON: \(what) here", at: cursor.position - back)
    }
}
