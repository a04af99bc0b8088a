internal import COpenSSL

/// A decryption by OpenSSL.
enum CipherContext {
    /// Decrypts bytes; `nil` where OpenSSL refuses them.
    ///
    /// `prepare` sets what the cipher needs besides its key, before the first bytes.
    static func decrypt(
        _ ciphertext: UnsafeRawBufferPointer,
        with cipher: OpaquePointer,
        key: [UInt8],
        iv: [UInt8],
        prepare: (OpaquePointer) -> Bool
    ) -> [UInt8]? {
        guard let context = Libcrypto.evp.CIPHER_CTX_new() else { return nil }
        defer { Libcrypto.evp.CIPHER_CTX_free(context) }
        guard Libcrypto.evp.DecryptInit_ex(context, cipher, nil, key, iv) == 1, prepare(context) else {
            return nil
        }
        var isAuthentic = false
        let plaintext = [UInt8](unsafeUninitializedCapacity: ciphertext.count) { plaintext, count in
            var (written, last): (Int32, Int32) = (0, 0)
            // These ciphers keep nothing back for the end; room for a block is what OpenSSL asks for.
            var rest = [UInt8](repeating: 0, count: 16)
            let bytes = ciphertext.bindMemory(to: UInt8.self).baseAddress
            // To OpenSSL no place at all would mean the end.
            if !ciphertext.isEmpty {
                let length = Int32(ciphertext.count)
                guard
                    Libcrypto.evp.DecryptUpdate(context, plaintext.baseAddress, &written, bytes, length) == 1
                else {
                    return
                }
            }
            isAuthentic = Libcrypto.evp.DecryptFinal_ex(context, &rest, &last) == 1
            count = isAuthentic ? Int(written) : 0
        }
        return isAuthentic ? plaintext : nil
    }
}
