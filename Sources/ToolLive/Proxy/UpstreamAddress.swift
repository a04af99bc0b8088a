import Bytes

/// A server that a request is for: its scheme, host and port.
struct UpstreamAddress: Hashable {
    /// Whether it is spoken to over TLS.
    var isSecure: Bool
    /// The host, in lower case, without brackets.
    var host: String
    /// The port.
    var port: Int
    /// The name that a client asks for in TLS where that is another one, as where it names the server by its address.
    var serverName: String?

    /// The name of the server, for which its certificate is to be.
    var name: String { serverName ?? host }

    /// The host and the port, as CONNECT and messages name them.
    var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// What the Host field of a request says: without the port that the scheme has by itself.
    var hostField: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// The scheme, the host and the port, as a URL begins with them.
    var origin: String { "\(isSecure ? "https" : "http")://\(hostField)" }

    /// Whether it is named as an address of this machine.
    var isOnThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

    /// Whether a path or a query follows it in a URL; a slash alone is none.
    func isFollowed(in url: String) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let rest = url[scheme.upperBound...].drop { !"/?#".contains($0) }
        return !rest.isEmpty && rest != "/"
    }

    /// Reads `host:port` (RFC 9110 §7.2); `nil` where that is no address.
    ///
    /// - Parameters:
    ///   - authority: the text.
    ///   - isSecure: whether it is spoken to over TLS.
    ///   - defaultPort: the port that stands for one that is missing; `nil` where there must be one.
    init?(authority: some StringProtocol, isSecure: Bool, defaultPort: Int?) {
        // In bytes: an address is ASCII, and one is read for each request.
        var host = Array(authority.utf8)[...]
        if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
        var port = defaultPort
        let end = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        if let colon = host[end...].lastIndex(of: UInt8(ascii: ":")) {
            let digits = host[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.allSatisfy(\.isDigit), let number = Int(String(decoding: digits, as: UTF8.self))
                else { return nil }
                port = number
            }
            host = host[..<colon]
        }
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
        }
        guard let port, (1...65_535).contains(port), !host.isEmpty,
            host.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/[]".utf8.contains($0) })
        else { return nil }
        self.isSecure = isSecure
        self.host = String(decoding: host.map(\.lowercased), as: UTF8.self)
        self.port = port
    }

    /// Reads the scheme and the authority of a URL; `nil` for another scheme than `http` and `https`.
    init?(url: some StringProtocol) {
        let head = url.utf8.prefix(8).map(\.lowercased)
        let isSecure = head.elementsEqual("https://".utf8)
        guard isSecure || head.starts(with: "http://".utf8) else { return nil }
        let rest = Substring(url).utf8.dropFirst(isSecure ? 8 : 7)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        self.init(authority: Substring(rest), isSecure: isSecure, defaultPort: isSecure ? 443 : 80)
    }
}
