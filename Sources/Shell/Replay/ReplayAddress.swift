import Bytes
package import Exchanges
import Forms

/// The server to which a captured request is sent.
package struct ReplayAddress: Sendable {
    /// Whether it is spoken to over TLS.
    package let isSecure: Bool
    /// The host that is connected to: a name, or an address without brackets.
    package let host: String
    /// The port.
    package let port: Int
    /// The name for which its certificate is to be.
    package let name: String
    /// What the Host field of a request to it says.
    package let authority: String
    /// Whether it is the address of captured packets, be it that of a server or of a proxy.
    package let isOfPackets: Bool
    /// The path and the query that take the place of those of the request; `nil` where these stay.
    package let target: String?

    /// The scheme and the authority.
    package var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Where it is, for messages: with the address where that is not what the URL names.
    package var description: String {
        let named = RequestHead.server(origin)
        let isNamed = named?.host.lowercased() == host.lowercased() && named?.port == port
        return isNamed ? origin : "\(origin) at \(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// The same by its name, as a proxy is asked for it.
    package var named: ReplayAddress {
        RequestHead.server(origin).map { ReplayAddress(self, at: $0) } ?? self
    }

    private init(_ other: ReplayAddress, at server: (host: String, port: Int)) {
        isSecure = other.isSecure
        (host, port) = server
        name = other.name
        authority = other.authority
        isOfPackets = false
        target = other.target
    }

    /// Reads the URL that a user names.
    ///
    /// A path of it, be it `/` alone, takes the place of the request's own; without one that stays.
    ///
    /// - Throws: a ``CommandFailure`` where it is no URL of HTTP.
    package init(url: String) throws {
        let head: RequestHead
        do throws(RequestHead.Failure) { head = try RequestHead(method: "GET", url: url) } catch {
            throw CommandFailure.usage("--to: \(error)")
        }
        guard let destination = head.destination else {
            throw CommandFailure.usage("--to: '\(url)': the port is not a number from 1 to 65535")
        }
        isSecure = head.isSecure
        (host, port) = destination
        name = destination.host
        authority = head.authority
        isOfPackets = false
        let rest = url.prefix(before: "#").dropFirst((head.isSecure ? 8 : 7) + head.authority.count)
        target = rest.isEmpty ? nil : head.target
    }

    /// Finds where a captured request went: to the address of its packets, or else to the server that it names.
    ///
    /// - Returns: `nil` where the capture shows neither.
    package init?(capturedIn exchange: Exchange) {
        let url = exchange.url() ?? ""
        let start = url.schemeEnd.map { String(url[..<$0.lowerBound]).lowercased() }
        let isSecure = start.map { $0 == "https" } ?? (exchange.tls != nil)
        let text = url.schemeEnd.map { url[$0.upperBound...].prefix(before: "/?#") } ?? ""
        let origin = "\(isSecure ? "https" : "http")://\(text.pieces(between: "@").last ?? text)"
        let named = RequestHead.server(origin)
        let captured = exchange.notedURL == nil ? exchange.server.flatMap(Self.reachable) : nil
        self.isSecure = isSecure
        target = nil
        if let captured, named == nil || !isSecure || named?.port == captured.port {
            (host, port) = captured
            isOfPackets = true
        } else if let named {
            // TLS to another port than the URL names went through a proxy's tunnel.
            (host, port) = named
            isOfPackets = false
        } else {
            return nil
        }
        name = named?.host ?? host
        let bracketed = host.contains(":") ? "[\(host)]" : host
        authority =
            named == nil ? "\(bracketed):\(port)" : String(origin.dropFirst(isSecure ? 8 : 7))
    }

    /// Whether a request for one is for the other: the same scheme, host and port.
    package func isSame(as other: ReplayAddress) -> Bool {
        let (first, second) = (RequestHead.server(origin), RequestHead.server(other.origin))
        return isSecure == other.isSecure && first?.host.lowercased() == second?.host.lowercased()
            && first?.port == second?.port
    }

    /// The address and the port of a server; `nil` for one that only stands for an unknown one (RFC 5737 §3, RFC 3849).
    private static func reachable(_ server: Endpoint) -> (host: String, port: Int)? {
        let isDocumentation =
            server.isIPv6 ? server.addressHigh >> 32 == 0x2001_0DB8 : server.addressLow >> 8 == 0xC0_0002
        return server.port == 0 || isDocumentation ? nil : (server.address, Int(server.port))
    }
}

extension RequestHead {
    /// The host and the port of an origin such as `http://example.com:8080`; `nil` where it has none.
    fileprivate static func server(_ origin: String) -> (host: String, port: Int)? {
        (try? RequestHead(method: "GET", url: origin))?.destination
    }
}
