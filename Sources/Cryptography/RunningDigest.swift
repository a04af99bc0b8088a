internal import COpenSSL
internal import Synchronization

/// A digest of bytes that come piece by piece.
package final class RunningDigest: Sendable {
    private let context: Mutex<OpaquePointer>
    private let length: Int

    /// Begins the digest of nothing.
    package init(_ function: HashFunction) {
        guard let context = Libcrypto.evp.MD_CTX_new(),
            Libcrypto.evp.DigestInit_ex(context, function.function, nil) == 1
        else {
            preconditionFailure("OpenSSL lacks memory, or a hash function")
        }
        self.context = Mutex(context)
        length = function.length
    }

    deinit { context.withLock { Libcrypto.evp.MD_CTX_free($0) } }

    /// Adds the next bytes.
    package func add(_ bytes: ArraySlice<UInt8>) {
        context.withLock { context in
            bytes.withUnsafeBytes { _ = Libcrypto.evp.DigestUpdate(context, $0.baseAddress, $0.count) }
        }
    }

    /// The digest of the bytes so far; more may follow.
    package var digest: Digest {
        let bytes = context.withLock { context in
            [UInt8](unsafeUninitializedCapacity: length) { digest, count in
                let copy = Libcrypto.evp.MD_CTX_new()
                defer { Libcrypto.evp.MD_CTX_free(copy) }
                let isDone =
                    Libcrypto.evp.MD_CTX_copy_ex(copy, context) == 1
                    && Libcrypto.evp.DigestFinal_ex(copy, digest.baseAddress, nil) == 1
                precondition(isDone, "OpenSSL lacks memory")
                count = length
            }
        }
        return Digest(bytes: bytes)
    }
}
