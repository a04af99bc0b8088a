import Bytes

/// The head of the HTTP/1.1 request that carries a form, with its fields in the dialect's order (RFC 9112 §3).
package struct RequestHead: Sendable {
    /// Why a request has no valid address.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The method is not a token.
        case invalidMethod(String)
        /// The URL cannot be requested by HTTP.
        case invalidURL(String, reason: String)

        package var description: String {
            switch self {
            case .invalidMethod(let method): "'\(method)' is not a request method"
            case .invalidURL(let url, let reason): "'\(url)': \(reason)"
            }
        }
    }

    private let method: String
    private let scheme: String
    /// The host, and the port if the URL has one, as the Host field says it.
    package let authority: String
    /// The URL without what is not sent.
    package var url: String { "\(scheme)://\(authority)\(target)" }
    /// Scheme, host and port: what credentials are for (RFC 6454 §4).
    package var origin: String { "\(scheme)://\(authority.lowercased())" }
    /// Whether the request goes over TLS.
    package var isSecure: Bool { scheme == "https" }
    /// The host to connect to, without brackets, and the port; `nil` where the port is no number.
    package var destination: (host: String, port: Int)? {
        var host = authority[...]
        var port: Int? = isSecure ? 443 : 80
        let end = host.lastIndex(of: "]") ?? host.startIndex
        if let colon = host[end...].lastIndex(of: ":") {
            port = host[host.index(after: colon)...].isEmpty ? port : Int(host[host.index(after: colon)...])
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let port, (1...65_535).contains(port), !host.isEmpty else { return nil }
        return (String(host), port)
    }
    /// The path and the query; `/` where the URL has none.
    package let target: String

    /// Parses a request's method and URL, such as `http://example.com/upload`.
    package init(method: String, url: String) throws(Failure) {
        guard !method.isEmpty, method.utf8.allSatisfy({ $0.isTokenCharacter }) else {
            throw .invalidMethod(method)
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidURL(url, reason: "a URL holds neither spaces nor characters beyond ASCII")
        }
        let lowered = url.lowercased()
        guard let scheme = ["http", "https"].first(where: { lowered.hasPrefix("\($0)://") }) else {
            throw .invalidURL(url, reason: "the URL must begin with http:// or https://")
        }
        let rest = url.dropFirst(scheme.count + 3).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty else { throw .invalidURL(url, reason: "the URL names no host") }
        guard !authority.contains("@") else {
            throw .invalidURL(url, reason: "a user or password in the URL is not sent")
        }
        let path = rest.dropFirst(authority.count)
        self.method = method
        self.scheme = scheme
        self.authority = String(authority)
        target = path.hasPrefix("/") ? String(path) : "/\(path)"
    }

    /// The bytes of the head, including its blank line.
    ///
    /// - Parameters:
    ///   - writer: the form that follows.
    ///   - dialect: the order of fields, and the client's other fields.
    ///   - isChunked: whether the body is sent in chunks, whatever its length.
    ///   - isAbsolute: whether the request is for a proxy, with the whole URL as its target (RFC 9112 §3.2.2).
    ///   - more: fields that follow those of the dialect; one that the dialect has takes that one's place.
    /// - Returns: the bytes; the length in them is the one that the dialect declares.
    package func bytes(
        for writer: MultipartWriter,
        dialect: MultipartDialect,
        isChunked: Bool,
        isAbsolute: Bool = false,
        adding more: [(name: String, value: String)] = []
    ) -> [UInt8] {
        let length = isChunked ? nil : writer.declaredLength
        var text = "\(method) \(isAbsolute ? url : target) HTTP/1.1\r\n"
        var rest = more
        for field in dialect.head {
            let (name, value): (String, String?) =
                switch field {
                case .host: ("Host", authority)
                case .type: ("Content-Type", writer.contentType)
                case .length: ("Content-Length", length.map { "\($0)" })
                case .chunking: ("Transfer-Encoding", length == nil ? "chunked" : nil)
                case .origin: ("Origin", "\(scheme)://\(authority)")
                case .other(let name, let value): (name, value)
                }
            guard var value else { continue }
            if let index = rest.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                value = rest.remove(at: index).value
            }
            text += "\(dialect.hasSmallFieldNames ? name.lowercased() : name): \(value)\r\n"
        }
        for field in rest {
            text += "\(dialect.hasSmallFieldNames ? field.name.lowercased() : field.name): \(field.value)\r\n"
        }
        return Array("\(text)\r\n".utf8)
    }
}
