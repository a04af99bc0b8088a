import Cryptography
import NIOCore
import NIOSSL
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The certificate with which the sink speaks TLS: one of its own, made when it starts, or one from files.
final class ServerCertificate {
    /// How long a certificate of its own is valid: a day longer than the sink is likely to run.
    private static let validity = 90 * 24 * 3_600

    /// Where clients find it.
    static let path = "/certificate.pem"

    /// The certificate, for clients that are to trust it.
    let pem: String
    private let chain: [NIOSSLCertificateSource]
    private let key: NIOSSLPrivateKeySource
    private var made: NIOSSLContext?

    /// Makes a certificate for this machine and a host.
    init(for host: String) throws {
        let key = SigningKey()
        var hosts = X509Certificate.Hosts(
            names: ["localhost"],
            addresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        )
        if host != "localhost", !host.contains(":"), host.contains(where: \.isLetter) {
            hosts.names.append(host)
        }
        let now = Int(Date().timeIntervalSince1970)
        let certificate = X509Certificate(
            for: key,
            name: "partwise sink",
            purpose: .server(hosts),
            validity: (now - 3_600)..<(now + Self.validity)
        )
        guard let certificate else { throw UncertifiableName() }
        pem = certificate.pem
        chain = [.certificate(try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem))]
        self.key = .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pem.utf8), format: .pem))
    }

    /// Reads a certificate, with those that lead to its root, and its key from files of PEM.
    ///
    /// - Throws: a ``CommandFailure`` where they cannot be read.
    init(at path: String, keyAt keyPath: String) throws {
        pem = try PEMFile.text(path)
        chain = try PEMFile.certificates(path).map { .certificate($0) }
        key = .privateKey(try PEMFile.key(keyPath))
        do { _ = try context() } catch NIOSSLError.failedToLoadPrivateKey {
            throw CommandFailure.unreadable("\(keyPath): holds another key than that of \(path)")
        } catch {
            // That of an authority, say, whose key only signs other certificates.
            throw CommandFailure.unreadable("\(path): a server cannot use this certificate")
        }
    }

    /// The certificate as a response.
    var answer: SinkAnswer {
        SinkAnswer(status: 200, contentType: "application/x-pem-file", body: pem)
    }

    /// The settings of TLS, made at their first use: most sinks are never asked for them.
    func context() throws -> NIOSSLContext {
        if let made { return made }
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        // A client that is gone does not answer the end of TLS.
        configuration.shutdownTimeout = .seconds(1)
        configuration.applicationProtocols = ["h2", "http/1.1"]
        let context = try NIOSSLContext(configuration: configuration)
        made = context
        return context
    }
}
