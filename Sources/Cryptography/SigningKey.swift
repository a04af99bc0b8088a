internal import COpenSSL

/// A private key that signs certificates: one of the curve P-256, where it is made here (FIPS 186-5).
package final class SigningKey {
    let key: OpaquePointer

    /// Makes a key.
    package init() {
        let library = Libcrypto.x509
        let context = library.EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { library.EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard library.EVP_PKEY_keygen_init(context) == 1,
            library.EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            library.EVP_PKEY_generate(context, &made) == 1, let made
        else {
            preconditionFailure("OpenSSL lacks memory, or the curve P-256")
        }
        key = made
    }

    /// Reads a key from its text in PEM, which is not encrypted (RFC 7468 §10); `nil` where there is none.
    package init?(pem: String) {
        let library = Libcrypto.x509
        // Without a passphrase of its own OpenSSL asks for one on the terminal.
        var passphrase = CChar(0)
        let read = MemoryFile.reading(Array(pem.utf8)) {
            library.PEM_read_bio_PrivateKey($0, nil, nil, &passphrase)
        }
        guard let read else { return nil }
        key = read
    }

    deinit { Libcrypto.x509.EVP_PKEY_free(key) }

    /// The key's text in PEM, which is not encrypted (RFC 7468 §10).
    package var pem: String {
        MemoryFile.written { file in
            Libcrypto.x509.PEM_write_bio_PKCS8PrivateKey(file, key, nil, nil, 0, nil, nil)
        }
    }
}
