import NIOCore
import NIOSSL

/// TLS of a client.
enum TLSClient {
    /// The settings for connections to a host, before anything else is set.
    ///
    /// - Parameters:
    ///   - host: the server's name or address.
    ///   - isVerified: whether its certificate is verified.
    /// - Returns: the settings.
    static func configuration(for host: String, isVerified: Bool) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.shutdownTimeout = .seconds(1)
        if !isVerified {
            configuration.certificateVerification = .none
        } else if isAddress(host) {
            configuration.certificateVerification = .noHostnameVerification
        }
        return configuration
    }

    /// The handlers for a connection to a host, first the one of TLS.
    ///
    /// - Parameters:
    ///   - context: made with ``configuration(for:isVerified:)``.
    ///   - host: the server's name or address, for which its certificate has to be.
    /// - Returns: the handlers.
    /// - Throws: where the settings, or the name, are not accepted.
    static func handlers(_ context: NIOSSLContext, host: String) throws -> [any ChannelHandler] {
        // An address is no name by which a server could choose its certificate (RFC 6066 §3).
        let name = isAddress(host) ? nil : host
        let handler = try NIOSSLClientHandler(context: context, serverHostname: name)
        let isVerified = context.configuration.certificateVerification != .none
        return isVerified ? [handler, HostVerification(host)] : [handler]
    }

    /// Whether a host is an IP address.
    static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}
