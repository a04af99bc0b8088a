import NIOCore
import NIOSSL

/// TLS of a client.
enum TLSClient {
    /// The handler for a connection to a host.
    static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        // An address is no name by which a server could choose its certificate (RFC 6066 §3).
        try NIOSSLClientHandler(context: context, serverHostname: isAddress(host) ? nil : host)
    }

    /// Whether a host is an IP address.
    static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}
