#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// AES-128 in Galois/Counter Mode, to protect the records that the tests open (RFC 5288).
///
/// The program only opens them, so that its room of OpenSSL lacks these functions.
enum AESSealing {
    private typealias Context = OpaquePointer
    private typealias Initialize =
        @convention(c) (
            Context, OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>, UnsafePointer<UInt8>
        ) -> Int32
    private typealias Update =
        @convention(c) (
            Context, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>, UnsafePointer<UInt8>, Int32
        ) -> Int32
    private typealias Finish =
        @convention(c) (
            Context, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int32>
        ) -> Int32
    private typealias Control = @convention(c) (Context, Int32, Int32, UnsafeMutableRawPointer) -> Int32

    /// EVP_CTRL_AEAD_GET_TAG of OpenSSL.
    private static let tagOfControl: Int32 = 16
    private static let tagLength = 16

    /// The ciphertext of bytes, and its tag.
    ///
    /// - Parameters:
    ///   - bytes: the plaintext.
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes.
    ///   - data: what is authenticated with it but not encrypted.
    /// - Returns: as many bytes, and 16 more.
    static func seal(
        _ bytes: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticating data: [UInt8]
    ) -> [UInt8] {
        let context = function("EVP_CIPHER_CTX_new", as: (@convention(c) () -> Context).self)()
        defer { function("EVP_CIPHER_CTX_free", as: (@convention(c) (Context) -> Void).self)(context) }
        let cipher = function("EVP_aes_128_gcm", as: (@convention(c) () -> OpaquePointer).self)()
        let update = function("EVP_EncryptUpdate", as: Update.self)
        var count: Int32 = 0
        var sealed = bytes
        var tag = [UInt8](repeating: 0, count: tagLength)
        let isSealed =
            function("EVP_EncryptInit_ex", as: Initialize.self)(context, cipher, nil, key, nonce) == 1
            && update(context, nil, &count, data, Int32(data.count)) == 1
            && update(context, &sealed, &count, bytes, Int32(bytes.count)) == 1
            && function("EVP_EncryptFinal_ex", as: Finish.self)(context, &tag, &count) == 1
            && function("EVP_CIPHER_CTX_ctrl", as: Control.self)(
                context,
                tagOfControl,
                Int32(tagLength),
                &tag
            ) == 1
        precondition(isSealed, "OpenSSL cannot seal")
        return sealed + tag
    }

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        let library = dlopen("libcrypto.so.3", RTLD_NOW) ?? dlopen("libcrypto.3.dylib", RTLD_NOW)
        guard let library, let symbol = dlsym(library, name) else {
            preconditionFailure("libcrypto of OpenSSL 3 lacks \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}
