import Bytes

extension Exchange {
    /// The URI of the target resource, as the request has it (RFC 9110 §7.1, RFC 9112 §3.2 and §3.3, RFC 9113 §8.3.1).
    ///
    /// An absolute form is kept as it is; an origin form is joined with the Host field; the asterisk form of
    /// OPTIONS names the server itself; the form of CONNECT is its authority, which has no scheme. The result
    /// is `nil` where the host is not known. Where the source notes a URL, that one is returned. Nothing is
    /// normalised, and the text may be hostile.
    ///
    /// - Parameter scheme: that of the connection; `nil` for what HTTP/2 names, or else for `https` where it is secured
    ///   by TLS and `http` where it is not.
    /// - Returns: the URI as text, undecodable bytes replaced by U+FFFD.
    package func url(scheme: String? = nil) -> String? {
        if let notedURL { return notedURL }
        guard let request, !target.isEmpty else { return nil }
        if method == "CONNECT" || target.hasScheme { return target }
        guard let authority, !authority.isEmpty else { return nil }
        let named = request.head.fields.value(named: ":scheme").map { String(decoding: $0, as: UTF8.self) }
        let scheme = scheme ?? named ?? (tls == nil ? "http" : "https")
        var url = ""
        url.reserveCapacity(scheme.utf8.count + authority.utf8.count + target.utf8.count + 4)
        url += scheme
        url += "://"
        url += authority
        if target == "*" { return url }
        if target.utf8.first != UInt8(ascii: "/") { url += "/" }
        url += target
        return url
    }
}

extension Exchange {
    /// The host, and the port if given, that the request is for: the Host field, or :authority in HTTP/2 (RFC
    /// 9113 §8.3.1); `nil` where the request has neither.
    package var authority: String? {
        guard let fields = request?.head.fields else { return nil }
        let line = fields.first(named: ":authority") ?? fields.first(named: "host")
        return line.map { fields.text($0.value) }
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
