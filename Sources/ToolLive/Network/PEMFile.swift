import NIOSSL
import Shell

/// Files of PEM (RFC 7468).
enum PEMFile {
    /// The greatest number of bytes that are read: the certificates of all public authorities have 200 kB.
    private static let limit = 16 << 20

    /// The text of a file.
    ///
    /// - Throws: a ``CommandFailure`` where it cannot be read, as all of these do.
    static func text(_ path: String) throws -> String {
        guard let bytes = ShortFile.bytes(at: path, upTo: limit) else {
            throw CommandFailure.unreadable("\(path): \(PolicyText.reason(for: path))")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The certificates in a file.
    static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
        let text = try text(path)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !certificates.isEmpty
        else { throw CommandFailure.unreadable("\(path): holds no certificates of PEM") }
        return certificates
    }

    /// The private key in a file.
    static func key(_ path: String) throws -> NIOSSLPrivateKey {
        let text = try text(path)
        guard let key = try? NIOSSLPrivateKey(bytes: Array(text.utf8), format: .pem) else {
            throw CommandFailure.unreadable("\(path): holds no private key of PEM")
        }
        return key
    }
}
