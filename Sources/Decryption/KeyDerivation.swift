import Bytes
import Crypto

/// Derives keys from secrets.
enum KeyDerivation {
    /// HKDF-Expand-Label with an empty context (RFC 8446 §7.1).
    static func expand(_ secret: [UInt8], label: String, length: Int, _ hash: CipherSuite.Hash) -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let info =
            [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
            + [UInt8(truncatingIfNeeded: name.count)] + name + [0]
        let key =
            hash == .sha384
            ? HKDF<SHA384>.expand(pseudoRandomKey: secret, info: info, outputByteCount: length)
            : HKDF<SHA256>.expand(pseudoRandomKey: secret, info: info, outputByteCount: length)
        return key.withUnsafeBytes { [UInt8]($0) }
    }

    /// The pseudorandom function of TLS 1.2 (RFC 5246 §5) and, before it, of two hashes (RFC 2246 §5).
    static func prf(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        length: Int,
        _ version: TLSVersion,
        _ hash: CipherSuite.Hash
    ) -> [UInt8] {
        let seed = Array(label.utf8) + seed
        guard version < .tls12 else {
            return hash == .sha384
                ? stream(SHA384.self, secret, seed, length) : stream(SHA256.self, secret, seed, length)
        }
        let half = (secret.count + 1) / 2
        let first = stream(Insecure.MD5.self, Array(secret.prefix(half)), seed, length)
        let second = stream(Insecure.SHA1.self, Array(secret.suffix(half)), seed, length)
        return zip(first, second).map { $0 ^ $1 }
    }

    /// P_hash (RFC 5246 §5).
    private static func stream<Function: HashFunction>(
        _ function: Function.Type,
        _ secret: [UInt8],
        _ seed: [UInt8],
        _ length: Int
    ) -> [UInt8] {
        let key = SymmetricKey(data: secret)
        var result: [UInt8] = []
        var step = seed
        while result.count < length {
            step = Array(HMAC<Function>.authenticationCode(for: step, using: key))
            result += HMAC<Function>.authenticationCode(for: step + seed, using: key)
        }
        return Array(result.prefix(length))
    }
}
