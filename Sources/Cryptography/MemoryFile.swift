internal import COpenSSL

/// What OpenSSL reads from, or writes to, in memory.
enum MemoryFile {
    /// Has OpenSSL read bytes; what it says of those that it cannot read is dropped.
    static func reading<Result>(_ bytes: [UInt8], _ read: (OpaquePointer?) -> Result?) -> Result? {
        let library = Libcrypto.x509
        return bytes.withUnsafeBytes { bytes in
            let file = library.BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { _ = library.BIO_free(file) }
            guard let result = read(file) else {
                library.ERR_clear_error()
                return nil
            }
            return result
        }
    }

    /// The text that OpenSSL writes; `write` is 1 where it could.
    static func written(_ write: (OpaquePointer?) -> Int32) -> String {
        let library = Libcrypto.x509
        let file = library.BIO_new(library.BIO_s_mem())
        defer { _ = library.BIO_free(file) }
        precondition(write(file) == 1, "OpenSSL lacks memory")
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = library.BIO_read(file, &block, Int32(block.count))
            guard count > 0 else { break }
            text += block.prefix(Int(count))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
