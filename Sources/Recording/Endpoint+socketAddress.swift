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

    /// The ends of a connection that was accepted; `nil` for one without an IP address.
    ///
    /// The system does not know the client any more where it has reset the connection before that, though what it sent can
    /// be read still: then the unspecified address and port 0 stand for it in packets, and reports say that it is not known.
    package static func ends(of channel: any Channel) -> (client: Endpoint, server: Endpoint)? {
        guard let server = Endpoint(channel.localAddress) else { return nil }
        let unknown = Endpoint(address: server.isIPv6 ? "::" : "0.0.0.0", port: 0)
        return (Endpoint(channel.remoteAddress) ?? unknown).map { ($0, server) }
    }
}
