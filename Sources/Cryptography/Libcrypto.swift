internal import COpenSSL

/// OpenSSL's libcrypto, which is loaded when it is first used.
enum Libcrypto {
    /// Its functions, by their names without `EVP_`.
    static let evp = openssl_load().pointee

    /// Its functions for certificates and keys, by their names.
    static let x509 = openssl_load_certificates().pointee
}
