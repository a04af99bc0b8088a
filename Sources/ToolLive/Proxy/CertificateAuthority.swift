import Cryptography
import NIOCore
import NIOSSL
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The authority that signs the proxy's certificates: made once, and trusted by the clients that are to be recorded.
final class CertificateAuthority {
    /// How long the authority is valid.
    private static let validity = 3 * 365 * day
    /// How long a server's certificate is: clients accept 398 days at most.
    private static let leafValidity = 396 * day
    /// The seconds of a day.
    private static let day = 24 * 3_600
    /// The servers whose certificates are kept.
    private static let cacheLimit = 1_000

    /// The authority's certificate, for clients that are to trust it.
    let pem: String
    /// Where the certificate is.
    let path: String
    private let certificate: X509Certificate
    private let key: SigningKey
    private let leafKey = SigningKey()
    private let keyLog: KeyLogWriter?
    private var contexts: [String: NIOSSLContext] = [:]

    /// Reads the authority in a folder, or makes one there.
    ///
    /// - Parameters:
    ///   - folder: the folder; `nil` for that of the user's data.
    ///   - keyLog: gets the secrets of connections; `nil` for none.
    ///   - time: the time at which it has to be valid.
    /// - Throws: a ``CommandFailure`` where its files cannot be read or written, or it has expired.
    init(in folder: String?, keyLog: KeyLogWriter? = nil, at time: Date = Date()) throws {
        self.keyLog = keyLog
        let folder = folder ?? Self.defaultFolder
        path = "\(folder)/partwise-ca.pem"
        let keyPath = "\(folder)/partwise-ca.key"
        (pem, key) = try Self.read(path, keyPath) ?? Self.make(in: folder, path, keyPath)
        guard let certificate = X509Certificate(pem: pem) else {
            throw CommandFailure.unreadable("\(path): holds no certificate of PEM; \(Self.remedy)")
        }
        guard certificate.notAfter > Int(time.timeIntervalSince1970) else {
            throw CommandFailure.unreadable("\(path): the authority has expired; \(Self.remedy)")
        }
        self.certificate = certificate
    }

    /// Removes the authority in a folder, so that the next one is new.
    static func remove(in folder: String?) throws {
        for name in ["partwise-ca.pem", "partwise-ca.key"] {
            let path = "\(folder ?? defaultFolder)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw CommandFailure.unreadable("\(path): cannot be removed")
            }
        }
    }

    /// The settings of TLS for a client that asks for a server.
    ///
    /// - Parameters:
    ///   - name: the server's name, or its address.
    ///   - protocols: the protocols of which the client's first is chosen.
    /// - Returns: the settings, with a certificate of this authority.
    /// - Throws: ``UncertifiableName`` where no certificate can be made for the name.
    func context(for name: String, protocols: [String]) throws -> NIOSSLContext {
        let id = "\(name.lowercased()) \(protocols.joined(separator: ","))"
        if let known = contexts[id] { return known }
        if contexts.count >= Self.cacheLimit { contexts.removeAll() }
        let leaf = try leaf(for: name.lowercased())
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try [leaf, certificate].map { certificate in
                .certificate(try NIOSSLCertificate(bytes: Array(certificate.pem.utf8), format: .pem))
            },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(leafKey.pem.utf8), format: .pem))
        )
        configuration.applicationProtocols = protocols
        configuration.shutdownTimeout = .seconds(1)
        configuration.keyLogCallback = keyLog?.callback
        let context = try NIOSSLContext(configuration: configuration)
        contexts[id] = context
        return context
    }

    // MARK: Certificates

    private func leaf(for name: String) throws -> X509Certificate {
        let now = Int(Date().timeIntervalSince1970)
        let leaf = X509Certificate(
            for: leafKey,
            name: name,
            purpose: .server(X509Certificate.Hosts(host: name)),
            // At least until now: the authority may have expired since the proxy began.
            validity: (now - Self.day)..<max(now, min(now + Self.leafValidity, certificate.notAfter)),
            issuer: (certificate, key)
        )
        guard let leaf else { throw UncertifiableName() }
        return leaf
    }

    // MARK: Files

    private static let remedy = "proxy --ca rotate makes a new authority"

    private static var defaultFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(data ?? "\(environment["HOME"] ?? ".")/.local/share")/partwise"
    }

    private static func read(_ path: String, _ keyPath: String) throws -> (String, SigningKey)? {
        guard FileManager.default.fileExists(atPath: keyPath) else { return nil }
        var status = stat()
        guard stat(keyPath, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw CommandFailure.unreadable(
                "\(keyPath): other users can read the authority's key; chmod 600, or proxy --ca rotate for a new one"
            )
        }
        let text = try PEMFile.text(keyPath)
        guard let key = SigningKey(pem: text) else {
            throw CommandFailure.unreadable("\(keyPath): holds no key of an authority; \(remedy)")
        }
        return (try PEMFile.text(path), key)
    }

    private static func make(
        in folder: String,
        _ path: String,
        _ keyPath: String
    ) throws -> (String, SigningKey) {
        let key = SigningKey()
        let now = Int(Date().timeIntervalSince1970)
        let certificate = X509Certificate(
            for: key,
            name: "Partwise proxy of \(ProcessInfo.processInfo.hostName.prefix(40))",
            purpose: .authority,
            validity: (now - day)..<(now + validity)
        )
        guard let pem = certificate?.pem else { throw UncertifiableName() }
        let isNew = SystemFile.kind(folder) == nil
        if let reason = SystemFile.makeDirectory(folder) {
            throw CommandFailure.unreadable("\(folder): cannot be made: \(reason)")
        }
        if isNew { chmod(folder, 0o700) }
        try write(key.pem, to: keyPath, mode: 0o600)
        try write(pem, to: path, mode: 0o644)
        return (pem, key)
    }

    private static func write(_ text: String, to path: String, mode: mode_t) throws {
        unlink(path)
        do {
            let file = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: FilePermissions(rawValue: mode)
            )
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw CommandFailure.unreadable("\(path): cannot be written: \(error)")
        }
    }
}

/// A name with which no certificate can be made.
struct UncertifiableName: Error {}
