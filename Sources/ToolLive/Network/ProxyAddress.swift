import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP proxy to go through: `http://user:password@host:port`, or `host:port`.
struct ProxyAddress: ExpressibleByArgument {
    /// The host, without brackets.
    let host: String
    /// The port; 8080 where none is given.
    let port: Int
    /// The field with the credentials of its URL; `nil` for none (RFC 7617).
    let authorization: (name: String, value: String)?

    /// The host and the port, as messages name them.
    var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    init?(argument: String) {
        let text = argument.contains("://") ? argument : "http://\(argument)"
        guard let url = URLComponents(string: text), url.scheme == "http", let host = url.host, !host.isEmpty,
            url.path.isEmpty || url.path == "/", url.query == nil
        else { return nil }
        let port = url.port ?? 8_080
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard (1...65_535).contains(port), HostName.isValid(self.host) else { return nil }
        self.port = port
        authorization = url.user.map { user in
            let credentials = Data("\(user):\(url.password ?? "")".utf8).base64EncodedString()
            return ("Proxy-Authorization", "Basic \(credentials)")
        }
    }
}
