/// Paths as the system has them: bytes, which need not be valid UTF-8, held in a `String` without loss.
///
/// A byte that is no part of valid UTF-8 stands in the text as the private-use character U+10FF00 and the byte; so does
/// each byte of such a character that a path really has. Texts that are shown have these bytes as `\xNN`
/// (``PrintableText``).
package enum SystemPath {
    /// The characters that stand for single bytes; bytes below 0x80 are always valid.
    private static let markers: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// The text for the bytes of a path.
    package static func text(_ bytes: [UInt8]) -> String {
        if bytes.firstInvalidUTF8 == nil, !mayHoldMarker(bytes) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), !markers.contains(scalar.value) {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                if let marker = Unicode.Scalar(0x10FF00 + UInt32(first)) { text.append(marker) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes of a path that was made by ``text(_:)``; of other text its UTF-8.
    package static func bytes(_ path: String) -> [UInt8] {
        let plain = Array(path.utf8)
        guard mayHoldMarker(plain) else { return plain }
        return path.unicodeScalars.flatMap { scalar in
            markers.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// The path as valid text: what is not valid UTF-8 in it is U+FFFD.
    package static func lossyText(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

    /// Gives the path, ended by NUL, to a function of the system.
    package static func withCString<Result>(_ path: String, _ body: (UnsafePointer<CChar>) throws -> Result)
        rethrows
        -> Result
    {
        try (bytes(path).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            // The array ends in NUL, so that it has an address.
            try buffer.baseAddress.map(body) ?? "".withCString(body)
        }
    }

    /// Whether bytes hold the first one of a marker in UTF-8.
    private static func mayHoldMarker(_ bytes: [UInt8]) -> Bool { bytes.contains(0xF4) }
}
