package import Bytes
package import NIOCore

extension Endpoint {
    /// The endpoint of a socket; `nil` for one without an IP address.
    ///
    /// An address of IPv4 that is written as one of IPv6 is one of IPv4 (RFC 4291 §2.5.5.2).
    package init?(_ address: SocketAddress?) {
        guard let address, let host = address.ipAddress, let port = address.port
        else { return nil }
        let plain =
            host.lowercased().hasPrefix("::ffff:") && host.contains(".") ? String(host.dropFirst(7)) : host
        // A zone names an interface of this machine: `fe80::1%eth0`.
        self.init(address: String(plain.prefix { $0 != "%" }), port: port)
    }
}
