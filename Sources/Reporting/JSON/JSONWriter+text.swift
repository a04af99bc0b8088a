import Bytes

/// Bytes as text.
extension JSONWriter {
    /// A member that holds bytes as text, `null` for `nil`; where they are not valid UTF-8, a second member has them as
    /// base64.
    @inline(__always)
    mutating func text(_ title: StaticString, _ bytes: ArraySlice<UInt8>?, raw: StaticString) {
        name(title)
        if let bytes { text(bytes.span.bytes, raw: raw) } else { put("null") }
    }

    /// Bytes as text, those that are not valid UTF-8 replaced by U+FFFD, `null` for `nil`.
    mutating func text(_ bytes: ArraySlice<UInt8>?) {
        if let bytes { text(bytes.span.bytes) } else { put("null") }
    }

    /// The same for bytes that are there.
    mutating func text(_ bytes: RawSpan) {
        if !plain(bytes) { quote(bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }) }
    }

    /// The value of a member whose name is written, with a second member where it is not valid UTF-8.
    mutating func text(_ bytes: RawSpan, raw: StaticString) {
        guard !plain(bytes) else { return }
        bytes.withUnsafeBytes { bytes in
            if let text = String(validating: bytes, as: UTF8.self) { return quote(text) }
            quote(String(decoding: bytes, as: UTF8.self))
            name(raw)
            quote(ByteText.base64(bytes))
        }
    }

    /// A text that is empty where it is not known.
    mutating func string(known text: String) { string(text.isEmpty ? nil : text) }
}
