import Cryptography
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension X509Certificate {
    /// Reads one that NIOSSL has; `nil` where it is malformed.
    convenience init?(of certificate: NIOSSLCertificate) {
        guard let bytes = try? certificate.toDERBytes() else { return nil }
        self.init(der: bytes)
    }
}

extension X509Certificate.Hosts {
    /// A host: an address, or a name.
    init(host: String) {
        var address = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &address) == 1 {
            self.init(addresses: [Array(address.prefix(4))])
        } else if inet_pton(AF_INET6, host, &address) == 1 {
            self.init(addresses: [address])
        } else {
            self.init(names: [host])
        }
    }
}
