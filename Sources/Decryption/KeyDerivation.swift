import Bytes
import Cryptography

/// Derives keys from secrets.
enum KeyDerivation {
    /// HKDF-Expand-Label with an empty context (RFC 8446 §7.1).
    static func expand(_ secret: [UInt8], label: String, length: Int, _ hash: HashFunction) -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let info =
            [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
            + [UInt8(truncatingIfNeeded: name.count)] + name + [0]
        return hash.expand(secret, info: info, count: length)
    }

    /// The pseudorandom function of TLS 1.2 (RFC 5246 §5) and, before it, of two hashes (RFC 2246 §5).
    static func prf(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        length: Int,
        _ version: TLSVersion,
        _ hash: HashFunction
    ) -> [UInt8] {
        let seed = Array(label.utf8) + seed
        guard version < .tls12 else {
            return stream(hash == .sha384 ? .sha384 : .sha256, secret, seed, length)
        }
        let half = (secret.count + 1) / 2
        let first = stream(.md5, Array(secret.prefix(half)), seed, length)
        let second = stream(.sha1, Array(secret.suffix(half)), seed, length)
        return zip(first, second).map { $0 ^ $1 }
    }

    /// P_hash (RFC 5246 §5).
    private static func stream(
        _ function: HashFunction,
        _ secret: [UInt8],
        _ seed: [UInt8],
        _ length: Int
    ) -> [UInt8] {
        var result: [UInt8] = []
        var step = seed
        while result.count < length {
            step = function.authenticationCode(of: step, key: secret)
            result += function.authenticationCode(of: step + seed, key: secret)
        }
        return Array(result.prefix(length))
    }
}
