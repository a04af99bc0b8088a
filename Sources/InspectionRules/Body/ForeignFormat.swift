import Bytes
import Forms
import Inspection

/// A format other than multipart, recognised by the first bytes of a body.
enum ForeignFormat: Hashable {
    /// JSON: an object or an array.
    case json
    /// application/x-www-form-urlencoded.
    case urlEncoded
    /// XML or HTML.
    case markup
    /// A `data:` URL.
    case dataURL
    /// A value that was printed by accident.
    case stringified(StringifiedValue)
    /// A file by itself.
    case file(FileSignature)

    /// Recognises a body.
    ///
    /// - Parameters:
    ///   - opening: its first bytes; some hundred are enough.
    ///   - isWhole: whether they are all of it.
    init?(_ opening: ArraySlice<UInt8>, isWhole: Bool) {
        if isWhole, let value = StringifiedValue(opening), value != .null {
            self = .stringified(value)
            return
        }
        if let file = FileSignature(opening) {
            self = .file(file)
            return
        }
        let text = opening.drop { $0.isBlank || $0.isLineBreak }
        if text.starts(with: "data:".utf8), text.prefix(80).contains(UInt8(ascii: ",")) {
            self = .dataURL
        } else if Self.isJSON(text) {
            self = .json
        } else if text.first == UInt8(ascii: "<"), let next = text.dropFirst().first,
            next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next.isTokenCharacter
        {
            self = .markup
        } else if Self.isURLEncoded(opening), EncodedBody(opening) == nil {
            self = .urlEncoded
        } else {
            return nil
        }
    }

    private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return false
        }
        guard let next = text.dropFirst().first(where: { !$0.isBlank && !$0.isLineBreak }) else {
            return false
        }
        if next == UInt8(ascii: "\"")
            || next == (first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        {
            return true
        }
        guard first == UInt8(ascii: "[") else { return false }
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "[") || next == UInt8(ascii: "-")
            || next.isDigit
    }

    /// Whether all bytes are those that the encoding leaves, and there is a `=` after a name.
    private static func isURLEncoded(_ opening: ArraySlice<UInt8>) -> Bool {
        let text = opening.reversed().drop { $0.isLineBreak }.reversed()
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
            return false
        }
        return text.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<")
        }
    }
}
