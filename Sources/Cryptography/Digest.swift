/// The digest of some bytes.
package struct Digest: Hashable, Sendable {
    /// The bytes of the digest.
    package let bytes: [UInt8]

    /// The digest in lowercase hexadecimal digits.
    package var text: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
