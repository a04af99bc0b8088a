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
        guard request != nil, !target.isEmpty else { return nil }
        if asksForTunnel || target.hasScheme { return target }
        guard var joined = joinedURL(scheme: scheme) else { return nil }
        // In one piece: a string that grows is moved with each addition.
        let capacity = joined.scheme.utf8.count + joined.authority.count + joined.target.utf8.count + 4
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            joined.scheme.withUTF8 { text.append(copying: $0) }
            ("://" as StaticString).withUTF8Buffer { text.append(copying: $0) }
            joined.authority.withUnsafeBufferPointer { text.append(copying: $0) }
            if joined.lacksSlash { text.append(UInt8(ascii: "/")) }
            joined.target.withUTF8 { text.append(copying: $0) }
            return text.finalize(for: buffer)
        }
    }

    /// What the URL of a request in origin form is joined of: `scheme://authority[/]target`.
    package struct JoinedURL {
        /// The scheme.
        package var scheme: String
        /// The host, and the port if given.
        package var authority: ArraySlice<UInt8>
        /// Whether a slash is put before the target.
        package var lacksSlash: Bool
        /// The target.
        package var target: String
    }

    /// What ``url(scheme:)`` is joined of, for who writes it; `nil` where it is not joined, or not known.
    package var joinedURL: JoinedURL? {
        guard notedURL == nil, request != nil, !target.isEmpty, !asksForTunnel, !target.hasScheme else {
            return nil
        }
        return joinedURL(scheme: nil)
    }

    private func joinedURL(scheme: String?) -> JoinedURL? {
        guard let request, let authority = authorityBytes, !authority.isEmpty else { return nil }
        let named = mayHavePseudoFields ? request.head.fields.value(named: ":scheme") : nil
        // A comparison of texts of other lengths is a call.
        let target = target.utf8.count == 1 && target == "*" ? "" : target
        return JoinedURL(
            scheme: scheme ?? named.map { String(decoding: $0, as: UTF8.self) }
                ?? (tls == nil ? "http" : "https"),
            authority: authority,
            lacksSlash: !target.isEmpty && target.utf8.first != UInt8(ascii: "/"),
            target: target
        )
    }
}

extension Exchange {
    /// Whether it asks for a tunnel to a server, by CONNECT (RFC 9110 §9.3.6); an extended CONNECT asks the server itself for
    /// another protocol (RFC 8441 §4).
    package var asksForTunnel: Bool {
        method.utf8.count == 7 && method == "CONNECT" && tunnelProtocol == nil
    }

    /// The host, and the port if given, that the request is for: the Host field, or :authority in HTTP/2 (RFC
    /// 9113 §8.3.1); `nil` where the request has neither.
    package var authority: String? {
        authorityBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    private var authorityBytes: ArraySlice<UInt8>? {
        guard let fields = request?.head.fields else { return nil }
        let authority = mayHavePseudoFields ? fields.value(named: ":authority") : nil
        return authority ?? fields.value(.host)
    }

    /// Whether there may be pseudo-header fields: in HTTP/1 a name has no colon, and logs have what they were given.
    private var mayHavePseudoFields: Bool { request?.http2 != nil || fidelity < .wire }
}

extension OutputSpan<UInt8> {
    /// Appends bytes.
    fileprivate mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
            count += rest.update(fromContentsOf: bytes)
        }
    }
}

extension String {
    /// Whether the text begins with a scheme and `://` (RFC 3986 §3.1).
    fileprivate var hasScheme: Bool {
        // Most targets begin with a slash.
        guard let first = utf8.first, first.lowercased &- 0x61 < 26 else { return false }
        var text = self
        return text.withUTF8 { bytes in
            let bytes = RawSpan(_unsafeElements: bytes)
            var place = 1
            while place < bytes.byteCount, bytes.knownByte(place).isOfScheme { place &+= 1 }
            return bytes.holds("://", at: place)
        }
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit or another character of schemes after the first one (RFC 3986 §3.1).
    fileprivate var isOfScheme: Bool {
        lowercased &- 0x61 < 26 || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
