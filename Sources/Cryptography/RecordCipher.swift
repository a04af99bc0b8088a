internal import COpenSSL

/// A cipher that protects the records of TLS, computed by OpenSSL.
package enum RecordCipher: Sendable {
    /// AES in Galois/Counter Mode, with a key of 16 or 32 bytes (RFC 5288).
    case aesGCM
    /// ChaCha20 with Poly1305, with a key of 32 bytes (RFC 8439 §2.8).
    case chaCha20Poly1305

    /// The length of a nonce, in bytes.
    package static let nonceLength = 12
    /// The length of a tag, in bytes.
    package static let tagLength = 16

    /// Decrypts bytes and verifies their tag.
    ///
    /// - Parameters:
    ///   - sealed: the nonce, the ciphertext and the tag, one after another.
    ///   - key: the key.
    ///   - data: the data that is authenticated with it but not encrypted.
    /// - Returns: the plaintext; `nil` where the tag is wrong.
    package func open(_ sealed: RawSpan, key: [UInt8], authenticating data: [UInt8]) -> [UInt8]? {
        let frame = Self.nonceLength + Self.tagLength
        guard sealed.byteCount >= frame, let cipher = cipher(keyLength: key.count) else { return nil }
        return sealed.withUnsafeBytes { sealed in
            let ciphertext = sealed[Self.nonceLength..<(sealed.count - Self.tagLength)]
            // OpenSSL only reads the tag, but takes it by a pointer that could be written to.
            var tag = Array(sealed.suffix(Self.tagLength))
            return CipherContext.decrypt(
                UnsafeRawBufferPointer(rebasing: ciphertext),
                with: cipher,
                key: key,
                iv: Array(sealed.prefix(Self.nonceLength))
            ) { context in
                var count: Int32 = 0
                return Libcrypto.evp.CIPHER_CTX_ctrl(
                    context,
                    EVP_CTRL_AEAD_SET_TAG,
                    Int32(Self.tagLength),
                    &tag
                ) == 1
                    && Libcrypto.evp.DecryptUpdate(context, nil, &count, data, Int32(data.count)) == 1
            }
        }
    }

    private func cipher(keyLength: Int) -> OpaquePointer? {
        switch (self, keyLength) {
        case (.aesGCM, 16): Libcrypto.evp.aes_128_gcm()
        case (.aesGCM, 32): Libcrypto.evp.aes_256_gcm()
        case (.chaCha20Poly1305, 32): Libcrypto.evp.chacha20_poly1305()
        default: nil
        }
    }
}
