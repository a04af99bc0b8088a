import Cryptography
import NIOCore
import NIOSSL

/// The hosts that a certificate is for (RFC 9525 §6).
struct CertificateHosts {
    /// The names of DNS, in lower case; `*` may stand for their first label.
    let names: [String]
    /// The addresses, as text.
    let addresses: [String]

    /// Takes names and addresses.
    init(names: [String], addresses: [String]) {
        self.names = names.map { $0.lowercased() }
        self.addresses = addresses
    }

    /// Reads the hosts of a certificate; `nil` where they cannot be read.
    init?(of certificate: NIOSSLCertificate) {
        guard let certificate = X509Certificate(of: certificate) else { return nil }
        self.init(of: certificate)
    }

    /// Reads the hosts of a certificate; `nil` where they cannot be read.
    init?(of certificate: X509Certificate) {
        guard let hosts = certificate.hosts else { return nil }
        let addresses = hosts.addresses.compactMap { address in
            try? SocketAddress(packedIPAddress: ByteBuffer(bytes: address), port: 0).ipAddress
        }
        self.init(names: hosts.names, addresses: addresses)
    }

    /// Whether a host, a name or an address, is among them.
    ///
    /// A name is also where there are neither names nor addresses: NIOSSL has compared it with the common name then, as
    /// was done before there were others.
    func contains(_ host: String) -> Bool {
        if let address = (try? SocketAddress(ipAddress: host, port: 0))?.ipAddress {
            return addresses.contains(address)
        }
        if names.isEmpty, addresses.isEmpty { return true }
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let parent = name.firstIndex(of: ".").map { name[$0...] }
        return names.contains { pattern in
            pattern == name || pattern.hasPrefix("*.") && parent.map { $0 == pattern.dropFirst() } ?? false
        }
    }
}
