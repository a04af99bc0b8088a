internal import COpenSSL

/// A hash function (FIPS 180-4; RFC 1321), computed by OpenSSL.
package enum HashFunction: Sendable {
    /// MD5, for TLS before 1.2 only.
    case md5
    /// SHA-1, for TLS with old suites only.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384

    /// The length of a digest, in bytes.
    package var length: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        }
    }

    /// The digest of bytes.
    package func digest(of bytes: [UInt8]) -> Digest {
        let running = RunningDigest(self)
        running.add(bytes[...])
        return running.digest
    }

    /// The keyed hash of bytes (HMAC, RFC 2104 §2).
    package func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: length)
        let result = Libcrypto.evp.HMAC(function, key, Int32(key.count), bytes, bytes.count, &code, nil)
        precondition(result != nil, "OpenSSL lacks a hash function of TLS")
        return code
    }

    /// Derives `count` bytes, at most 255 digests, from a pseudorandom key; `info` tells them from others (HKDF-Expand,
    /// RFC 5869 §2.3).
    package func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition(count <= 255 * length, "the derived key is too long")
        var result: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while result.count < count {
            block = authenticationCode(of: block + info + [number], key: key)
            result += block
            number &+= 1
        }
        return Array(result.prefix(count))
    }

    /// OpenSSL's name for it.
    var function: OpaquePointer? {
        switch self {
        case .md5: Libcrypto.evp.md5()
        case .sha1: Libcrypto.evp.sha1()
        case .sha256: Libcrypto.evp.sha256()
        case .sha384: Libcrypto.evp.sha384()
        }
    }
}
