import Bytes

extension Exchange {
    /// The URI of the target resource, as the request has it (RFC 9110 §7.1, RFC 9112 §3.2 and §3.3).
    ///
    /// An absolute form is kept as it is; an origin form is joined with the Host field; the asterisk form of
    /// OPTIONS stands for the server itself. That of CONNECT is its authority, which has no scheme. It is
    /// `nil` where the host is not known. Nothing is normalised, and what the bytes hold may be hostile.
    ///
    /// - Parameter scheme: that of the connection; `nil` for `https` where it is secured by TLS, else `http`.
    /// - Returns: the URI as text, undecodable bytes replaced by U+FFFD.
    package func url(scheme: String? = nil) -> String? {
        let scheme = scheme ?? (tls == nil ? "http" : "https")
        guard let request, !target.isEmpty else { return nil }
        if method == "CONNECT" || target.hasScheme { return target }
        guard let host = request.fields.first(named: "host") else { return nil }
        let authority = request.fields.text(host.value)
        guard !authority.isEmpty else { return nil }
        if target == "*" { return "\(scheme)://\(authority)" }
        return "\(scheme)://\(authority)\(target.utf8.first == UInt8(ascii: "/") ? "" : "/")\(target)"
    }
}

extension String {
    /// Whether the text begins with a scheme and `://` (RFC 3986 §3.1).
    fileprivate var hasScheme: Bool {
        guard let first = utf8.first, first.lowercased &- 0x61 < 26 else { return false }
        let rest = utf8.drop { byte in
            byte.lowercased &- 0x61 < 26 || byte.isDigit || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return rest.starts(with: "://".utf8)
    }
}
