/// Bytes encoded as text for JSON.
package enum ByteText {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The encoding of RFC 4648 §4, padded.
    package static func base64(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var iterator = bytes.makeIterator()
        while let first = iterator.next() {
            let second = iterator.next()
            let third = second == nil ? nil : iterator.next()
            let group = Int(first) << 16 | Int(second ?? 0) << 8 | Int(third ?? 0)
            result.append(alphabet[group >> 18])
            result.append(alphabet[group >> 12 & 63])
            result.append(second == nil ? UInt8(ascii: "=") : alphabet[group >> 6 & 63])
            result.append(third == nil ? UInt8(ascii: "=") : alphabet[group & 63])
        }
        return String(decoding: result, as: UTF8.self)
    }
}
