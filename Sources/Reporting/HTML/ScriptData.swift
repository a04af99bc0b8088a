/// JSON as it may stand inside of a `script` element.
enum ScriptData {
    /// The value on one line, without a character that could end the element or begin a comment in it.
    ///
    /// `<`, `>` and `&` occur in strings alone, where an escape stands for them (RFC 8259 §7); U+2028 and U+2029, which
    /// end lines in scripts, are escaped by ``JSONText``.
    static func text(_ value: JSONValue) -> String {
        let text = JSONText.compact(value)
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): result.append(contentsOf: lessThan)
            case UInt8(ascii: ">"): result.append(contentsOf: greaterThan)
            case UInt8(ascii: "&"): result.append(contentsOf: ampersand)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let lessThan = Array("\\u003c".utf8)
    private static let greaterThan = Array("\\u003e".utf8)
    private static let ampersand = Array("\\u0026".utf8)
}
