internal import COpenSSL

/// AES in cipher block chaining (NIST SP 800-38A §6.2), whose padding is left to who uses it.
package enum BlockChaining {
    /// Decrypts whole blocks with a key of 16 or 32 bytes.
    ///
    /// - Parameters:
    ///   - ciphertext: a multiple of 16 bytes.
    ///   - key: the key.
    ///   - iv: the initialization vector, 16 bytes.
    /// - Returns: the plaintext, with its padding; `nil` where a length is wrong.
    package static func decrypt(_ ciphertext: RawSpan, key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        guard iv.count == 16, ciphertext.byteCount.isMultiple(of: 16) else { return nil }
        let cipher: OpaquePointer? =
            switch key.count {
            case 16: Libcrypto.evp.aes_128_cbc()
            case 32: Libcrypto.evp.aes_256_cbc()
            default: nil
            }
        guard let cipher else { return nil }
        return ciphertext.withUnsafeBytes { ciphertext in
            CipherContext.decrypt(ciphertext, with: cipher, key: key, iv: iv) { context in
                Libcrypto.evp.CIPHER_CTX_set_padding(context, 0) == 1
            }
        }
    }
}
