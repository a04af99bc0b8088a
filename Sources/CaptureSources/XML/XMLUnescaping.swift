/// Unescapes character data of XML to bytes, piece by piece (XML 1.0 §4.1 and §4.6).
///
/// Only character references and the five predefined entities are replaced; others are kept verbatim, so that
/// no declaration can expand a text. Line breaks are kept too, although an XML processor would normalize
/// them.
struct XMLUnescaping {
    /// The greatest length of a reference in bytes.
    private static let referenceLimit = 12

    private var reference: [UInt8] = []

    /// Adds the next bytes, and passes the unescaped ones to `body`.
    mutating func push(_ span: RawSpan, into body: (RawSpan) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(span.byteCount)
        span.withUnsafeBytes { bytes in
            for byte in bytes {
                if byte == UInt8(ascii: "&") {
                    output += reference
                    reference = [byte]
                } else if reference.isEmpty {
                    output.append(byte)
                } else {
                    reference.append(byte)
                    if byte == UInt8(ascii: ";") || reference.count > Self.referenceLimit { resolve(&output) }
                }
            }
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// Passes on an incomplete reference.
    mutating func finish(into body: (RawSpan) -> Void) {
        guard !reference.isEmpty else { return }
        body(reference.span.bytes)
        reference = []
    }

    /// The bytes for a whole text.
    static func bytes(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        let add = { (span: RawSpan) in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        var reading = XMLUnescaping()
        reading.push(text.span.bytes, into: add)
        reading.finish(into: add)
        return result
    }

    private mutating func resolve(_ output: inout [UInt8]) {
        let name = String(decoding: reference.dropFirst().dropLast(), as: UTF8.self)
        switch name {
        case "lt": output.append(UInt8(ascii: "<"))
        case "gt": output.append(UInt8(ascii: ">"))
        case "amp": output.append(UInt8(ascii: "&"))
        case "quot": output.append(UInt8(ascii: "\""))
        case "apos": output.append(UInt8(ascii: "'"))
        default:
            if let codePoint = Self.codePoint(name), codePoint <= 0x10FFFF {
                output.append(codePoint: codePoint)
            } else {
                output += reference
            }
        }
        reference = []
    }

    private static func codePoint(_ name: String) -> UInt32? {
        if name.hasPrefix("#x") { return UInt32(name.dropFirst(2), radix: 16) }
        return name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    }
}
